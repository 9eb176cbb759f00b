import { z } from 'zod';
import { vaultPath } from '../../contract/paths.ts';
import type { Op, Step } from '../../engine/journal/record.ts';
import { defineOperation } from '../operation.ts';
import { isoTime } from '../shapes.ts';

const listedStep = z.object({
  change: z.string().describe('Its id, to show or undo it.'),
  at: isoTime,
  door: z.string(),
  client: z.string(),
  why: z.string(),
  files: z.array(
    z.object({
      what: z.enum(['created', 'changed', 'deleted', 'moved', 'folder']),
      path: z.string(),
      to: z.string().optional(),
    }),
  ),
  undoes: z.string().optional().describe('The change that this one takes back.'),
});

const stepsListed = 50;

export const historyList = defineOperation({
  name: 'history.list',
  summary: 'What was changed through vaultd, newest first.',
  access: 'read',
  at: { local: 'ListChanges' },
  input: z.object({
    path: vaultPath.nullish().describe('Only changes of this path, or below it.'),
    client: z.string().nullish(),
    door: z.enum(['ide', 'local', 'mcp', 'remote', 'web']).nullish(),
    since: z.iso.datetime({ offset: true }).nullish(),
    until: z.iso.datetime({ offset: true }).nullish(),
    limit: z.int().min(1).max(1000).nullish(),
    cursor: z.string().nullish().describe('Where the page before ended.'),
  }),
  output: z.object({ changes: z.array(listedStep), cursor: z.string().optional() }),
  fails: [],
  run({ history }, { path, client, door, since, until, limit, cursor }) {
    const size = limit ?? stepsListed;
    const all = history.log({
      path: path ?? undefined,
      client: client ?? undefined,
      door: door ?? undefined,
      since: since ? Date.parse(since) : undefined,
      until: until ? Date.parse(until) : undefined,
    });
    const start = cursor ? all.findIndex(({ id }) => id === cursor) + 1 : 0;
    const steps = all.slice(start);
    const page = steps.slice(0, size);
    const last = page.at(-1)?.id;
    return {
      changes: page.map(describe),
      ...(steps.length > size && last !== undefined && { cursor: last }),
    };
  },
});

function describe({ id, at, door, client, why, ops, undoes }: Step): z.output<typeof listedStep> {
  return {
    change: id,
    at: new Date(at).toISOString(),
    door,
    client,
    why,
    files: ops.map(describeOp),
    ...(undoes && { undoes }),
  };
}

export function describeOp(op: Op): z.output<typeof listedStep>['files'][number] {
  switch (op.op) {
    case 'put':
      return { what: op.before === null ? 'created' : 'changed', path: op.path };
    case 'remove':
      return { what: 'deleted', path: op.path };
    case 'move':
      return { what: 'moved', path: op.path, to: op.to };
    case 'mkdir':
    case 'rmdir':
      return { what: 'folder', path: op.path };
  }
}
