import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { flag, nothing, pathOrRoot } from '../shapes.ts';

export const fsMkdir = defineOperation({
  name: 'fs.mkdir',
  summary: 'Create a folder. Succeeds if it already exists.',
  access: 'write',
  at: { remote: 'fs.mkdir' },
  input: z.object({ path: pathOrRoot, recursive: flag }),
  output: nothing,
  fails: ['already-exists', 'not-a-folder', 'not-found'],
  async run({ vault, signal }, { path, recursive }) {
    await vault.makeFolder(path, { recursive, signal });
    return {};
  },
});

export const fsRmdir = defineOperation({
  name: 'fs.rmdir',
  summary: 'Delete a folder; with `recursive`, including its contents. The history keeps them.',
  access: 'write',
  at: { remote: 'fs.rmdir' },
  input: z.object({ path: pathOrRoot, recursive: flag }),
  output: nothing,
  fails: ['not-a-folder', 'not-empty', 'not-found'],
  async run({ vault, signal }, { path, recursive }) {
    await vault.removeFolder(path, { recursive, signal });
    return {};
  },
});
