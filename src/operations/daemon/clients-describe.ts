import * as z from 'zod';
import type { PathPolicy } from '../../contract/callers.ts';
import type { SessionInfo } from '../sessions.ts';
import { isoTime } from '../shapes.ts';

/** A client that is connected. */
export const clientShape = z.object({
  id: z.string(),
  protocol: z.string(),
  client: z.string().describe('As it calls itself.'),
  version: z.string().optional().describe('Of the client, where it says so.'),
  vault: z.string(),
  since: isoTime,
  lastAt: isoTime.describe('Its last call.'),
  calls: z.int(),
  failures: z.int(),
  averageMs: z.number().describe('How long a call took.'),
  readOnly: z.boolean().describe('Set here, while the daemon runs.'),
  policy: z.object({
    readOnly: z.boolean(),
    read: z.array(z.string()).optional().describe('Only these are seen.'),
    write: z.array(z.string()).optional().describe('Only these are changed.'),
    deny: z.array(z.string()).optional().describe('Never seen.'),
    approve: z
      .array(z.string())
      .optional()
      .describe('Changes at or below these wait for a person; "/" is everything.'),
    hidden: z.boolean().describe('Hidden folders are open.'),
    sharedOnly: z.boolean().describe('Only what is shared with assistants.'),
  }),
});

export function describeClient(info: SessionInfo): z.output<typeof clientShape> {
  const { id, vault, caller, version, since, lastAt, calls, failures, busyMs, isReadOnly } = info;
  return {
    id,
    protocol: caller.protocol,
    client: caller.client,
    ...(version !== undefined && { version }),
    vault,
    since: new Date(since).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
    calls,
    failures,
    averageMs: calls === 0 ? 0 : Math.round((busyMs / calls) * 100) / 100,
    readOnly: isReadOnly,
    policy: describePolicy(caller.policy),
  };
}

/** A policy and all that it stands within: everything that narrows it is listed. */
function describePolicy(policy: PathPolicy): z.output<typeof clientShape>['policy'] {
  const all = layersOf(policy);
  const lists = (pick: (layer: PathPolicy) => readonly string[] | undefined) =>
    all.flatMap((layer) => pick(layer) ?? []);
  const [read, write, deny] = [
    lists((layer) => layer.read),
    lists((layer) => layer.write),
    lists((layer) => layer.deny),
  ];
  const approve = all.flatMap((layer) => (layer.approve === true ? '/' : (layer.approve ?? [])));
  return {
    readOnly: all.some((layer) => layer.readOnly),
    ...(read.length > 0 && { read }),
    ...(write.length > 0 && { write }),
    ...(deny.length > 0 && { deny }),
    ...(approve.length > 0 && { approve }),
    hidden: policy.hidden === true,
    sharedOnly: all.some((layer) => layer.sharedOnly),
  };
}

function layersOf(policy: PathPolicy): PathPolicy[] {
  return [policy, ...(policy.within === undefined ? [] : layersOf(policy.within))];
}
