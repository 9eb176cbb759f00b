import * as z from 'zod';
import { vaultPath } from '../../contract/path-schema.ts';
import { decodeText } from '../../engine/changes/notes.ts';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { appendText } from '../add-text.ts';
import { defineOperation } from '../operation.ts';
import { bytes } from '../shapes.ts';
import { fileCondition, requireCondition } from './condition.ts';

const output = z.object({
  hash: z.string(),
  step: z.string().optional().describe('What to undo; absent when nothing had to change.'),
});

export const filePut = defineOperation({
  name: 'file.put',
  summary: 'Write bytes to a file, unchanged. Missing parent folders are created.',
  access: 'write',
  at: { rest: 'PUT vault/FILE' },
  input: z.object({ path: vaultPath, content: bytes, condition: fileCondition }),
  output,
  fails: ['changed-on-disk', 'disk-full', 'is-a-folder', 'not-a-folder', 'special-file'],
  async run({ vault, signal }, { path, content, condition }) {
    const make = (old: Buffer | undefined): Buffer => {
      requireCondition(path, condition, old && hashOf(old));
      return content;
    };
    const { hash = hashOf(content), step } = await vault.write(path, make, { signal });
    return { hash, ...(step && { step }) };
  },
});

export const fileAppend = defineOperation({
  name: 'file.append',
  summary: 'Add text to the end of a file, on a new line. A missing file is created.',
  access: 'write',
  at: { rest: 'POST vault/FILE' },
  input: z.object({
    path: vaultPath,
    content: z.string(),
    start: z.string().describe('Initial text of a file that does not exist yet.'),
    condition: fileCondition,
  }),
  output,
  fails: ['changed-on-disk', 'disk-full', 'invalid-input', 'is-a-folder', 'not-a-folder'],
  async run({ vault, signal }, { path, content, start, condition }) {
    const make = (old: Buffer | undefined): Buffer => {
      requireCondition(path, condition, old && hashOf(old));
      const text = old === undefined ? start : decodeText(path, { bytes: old });
      return Buffer.from(appendText(text, content));
    };
    const { hash = '', step } = await vault.write(path, make, { signal, why: `append to ${path}` });
    return { hash, ...(step && { step }) };
  },
});
