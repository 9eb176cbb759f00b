import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { overviewLimits } from '../../contract/overview-limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { FileVersion } from '../../engine/store/history/past.ts';
import { defineOperation } from '../operation.ts';
import { listedStep } from './listed-step.ts';

const version = listedStep.omit({ files: true }).extend({
  path: z.string().describe('Where the file was after this change.'),
  from: z.string().optional().describe('Where it was before, when it was moved.'),
  what: z.enum(['created', 'changed', 'deleted', 'moved']),
  restorable: z.boolean().describe('There is a content to bring back.'),
});

export const historyVersions = defineOperation({
  name: 'history.versions',
  summary: 'The changes of one file, newest first, including those under earlier names.',
  access: 'read',
  at: { web: 'history.versions' },
  input: z.strictObject({
    path: vaultPath.describe('The current or last path of the file.'),
    limit: z.int().min(1).max(overviewLimits.versionsListedMax).nullish(),
  }),
  output: z.object({
    versions: z.array(version),
    truncated: z.boolean().describe('There are older ones.'),
  }),
  run({ history }, { path, limit }) {
    const max = limit ?? overviewLimits.versionsListedMax;
    const versions: z.output<typeof version>[] = [];
    for (const each of history.versions(path)) {
      if (versions.length === max) return { versions, truncated: true };
      versions.push(describeVersion(each));
    }
    return { versions, truncated: false };
  },
});

export const historyVersion = defineOperation({
  name: 'history.version',
  summary: 'The texts of one file before and after a change.',
  access: 'read',
  at: { web: 'history.version' },
  input: z.strictObject({
    path: vaultPath.describe('The current or last path of the file.'),
    change: z.string().min(1).describe('The id of the change.'),
  }),
  output: z.object({
    before: z.string().optional().describe('Absent where there was no text, or it is not kept.'),
    after: z.string().optional(),
  }),
  fails: ['not-found'],
  run({ history }, { path, change }) {
    for (const { step, content } of history.versions(path)) {
      if (step.id !== change) continue;
      const before = history.text(content?.before ?? null);
      const after = history.text(content?.after ?? null);
      return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    }
    throw new VaultError('not-found', `The change ${change} did not touch "${path}".`, {
      path,
      hint: 'List the versions of the note to see the changes and their ids.',
    });
  },
});

function describeVersion({ step, path, from, content }: FileVersion): z.output<typeof version> {
  const { id, at, protocol, client, machine, why, undoes } = step;
  return {
    change: id,
    at: new Date(at).toISOString(),
    protocol,
    client,
    ...(machine !== undefined && { machine }),
    why,
    path,
    what: whatOf(content),
    restorable: content?.after?.type === 'file',
    ...(from !== undefined && { from }),
    ...(undoes !== undefined && { undoes }),
  };
}

function whatOf(content: FileVersion['content']): z.output<typeof version>['what'] {
  if (content === undefined) return 'moved';
  if (content.after === null) return 'deleted';
  return content.before === null ? 'created' : 'changed';
}
