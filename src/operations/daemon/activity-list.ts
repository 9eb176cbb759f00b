import * as z from 'zod';
import { protocolNames } from '../../contract/callers.ts';
import { overviewLimits } from '../../contract/overview-limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import { isWithin, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import type { StepFilter } from '../../engine/store/history/filter.ts';
import type { Denial } from '../denials.ts';
import { defineOperation } from '../operation.ts';
import { isoTime } from '../shapes.ts';
import { activityEntry, toDeniedEntry, toStepEntry } from './activity-entries.ts';

const entriesListed = 50;

export const activityList = defineOperation({
  name: 'activity.list',
  summary: 'What clients changed and which requests were denied, newest first.',
  access: 'read',
  at: { local: 'ListActivity', web: 'activity.list' },
  input: z.strictObject({
    before: z.string().nullish().describe('The id of the last entry of the previous page.'),
    limit: z.int().min(1).max(overviewLimits.activityListedMax).nullish(),
    client: z.string().nullish(),
    protocol: z.enum(protocolNames).nullish(),
    path: vaultPath.nullish().describe('Only what touched this path, or something below it.'),
    kinds: z
      .array(z.enum(['step', 'denied']))
      .nullish()
      .describe('Default: both.'),
  }),
  output: z.object({
    entries: z.array(activityEntry),
    more: z.boolean().describe('There are older ones.'),
  }),
  run({ history, sessions, vaultName }, { limit, kinds, ...filter }) {
    const size = limit ?? entriesListed;
    const wants = (kind: 'step' | 'denied') => kinds?.includes(kind) ?? true;
    const undone = history.undone();
    const steps = wants('step') ? history.log({ ...filter, limit: size + 1 }) : [];
    const denials = wants('denied')
      ? sessions.denials.list().filter((each) => each.vault === vaultName && fits(each, filter))
      : [];
    const entries = [
      ...steps.map((step) => toStepEntry(step, undone.get(step.id))),
      ...denials.slice(0, size + 1).map(toDeniedEntry),
    ].sort((a, b) => (a.id < b.id ? 1 : -1));
    return { entries: entries.slice(0, size), more: entries.length > size };
  },
});

export const activityClients = defineOperation({
  name: 'activity.clients',
  summary: 'Clients that made changes or were denied requests, by name.',
  access: 'read',
  at: { web: 'activity.clients' },
  input: z.strictObject({}),
  output: z.object({
    clients: z.array(
      z.object({
        client: z.string(),
        changes: z.int(),
        denied: z.int(),
        lastAt: isoTime.describe('Its last change or refusal.'),
      }),
    ),
  }),
  run({ history, sessions, vaultName }) {
    const found = new Map<string, { changes: number; denied: number; last: number }>();
    const count = (client: string, at: number, kind: 'changes' | 'denied') => {
      const known = found.get(client) ?? { changes: 0, denied: 0, last: 0 };
      found.set(client, { ...known, [kind]: known[kind] + 1, last: Math.max(known.last, at) });
    };
    for (const { client, at } of history.log()) count(client, at, 'changes');
    for (const { client, at, vault } of sessions.denials.list()) {
      if (vault === vaultName) count(client, at, 'denied');
    }
    const clients = [...found].map(([client, { last, ...counts }]) => ({
      client,
      ...counts,
      lastAt: new Date(last).toISOString(),
    }));
    return { clients: clients.sort((a, b) => (a.client < b.client ? -1 : 1)) };
  },
});

function fits(denial: Denial, { before, client, protocol, path }: StepFilter): boolean {
  return (
    (before == null || denial.id < before) &&
    (client == null || denial.client === client) &&
    (protocol == null || denial.protocol === protocol) &&
    (path == null || (denial.path !== undefined && isAt(denial.path, path)))
  );
}

/** A path that was refused may be any text. */
function isAt(wanted: string, path: VaultPath): boolean {
  try {
    return isWithin(parseVaultPath(wanted), path);
  } catch {
    return false;
  }
}
