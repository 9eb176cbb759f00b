import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { flag, nothing, pathOrRoot } from '../shapes.ts';

export const fsMkdir = defineOperation({
  name: 'fs.mkdir',
  summary: 'Make a folder; one that is there already is fine.',
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
  summary: 'Remove a folder, with all that is in it when asked to. History keeps the contents.',
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
