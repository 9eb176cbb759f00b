import * as z from 'zod';
import { alreadyExists, isAFolder, noSuchFile } from '../../contract/path-errors.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { readEtag } from '../etag.ts';
import { type Call, defineOperation } from '../operation.ts';
import { type FileCondition, fileCondition, isConditional, requireCondition } from './condition.ts';

const input = z.object({
  path: vaultPath.describe('Where it is.'),
  to: vaultPath.describe('The new path. Missing parent folders are created.'),
  overwrite: z.boolean().describe('Replace an existing file.'),
  condition: fileCondition,
});
const output = z.object({ step: z.string().optional().describe('What to undo.') });

export const fileMove = defineOperation({
  name: 'file.move',
  summary: 'Move a file, and update every link to it and in it.',
  access: 'write',
  at: { rest: 'MOVE vault/FILE' },
  input,
  output,
  fails: ['already-exists', 'changed-on-disk', 'is-a-folder', 'not-found'],
  async run(call, { path, to, overwrite, condition }) {
    const expect = requireSource(call, path, condition);
    const { refactoring, signal, progress } = call;
    const { step } = await refactoring.move(path, to, { overwrite, expect, signal, progress });
    return { ...(step && { step }) };
  },
});

export const fileCopy = defineOperation({
  name: 'file.copy',
  summary: 'Copy a file. Missing parent folders are created.',
  access: 'write',
  at: { rest: 'COPY vault/FILE', web: 'file.copy' },
  input,
  output,
  fails: ['already-exists', 'changed-on-disk', 'is-a-folder', 'not-found'],
  async run(call, { path, to, overwrite, condition }) {
    requireSource(call, path, condition);
    if (path === to) throw alreadyExists(to);
    const { vault, signal } = call;
    const { step } = await vault.copy(path, to, { expect: { absent: !overwrite }, signal });
    return { ...(step && { step }) };
  },
});

/** The file as it must still be when it is moved. */
function requireSource(call: Call, path: VaultPath, condition: FileCondition) {
  const stat = call.vault.stat(path);
  if (stat === undefined) throw noSuchFile(path);
  if (stat.type === 'folder') throw isAFolder(path);
  if (!isConditional(condition)) return {};
  const hash = readEtag(call, path);
  requireCondition(path, condition, hash);
  return { hash };
}
