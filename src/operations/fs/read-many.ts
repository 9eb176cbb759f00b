import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { decodeText } from '../../engine/changes/notes.ts';
import { createPace } from '../../kit/pace.ts';
import { type Call, defineOperation } from '../operation.ts';
import { bytes as bytesShape, unixMs } from '../shapes.ts';
import { failure, manyPaths, toFailure } from './many.ts';

const head = { path: z.string(), mtime: unixMs, size: z.int() };
const oneFile = z.union([
  z.object({ ...head, bytes: bytesShape }),
  z.object({ ...head, content: z.string() }),
  failure,
]);
type OneFile = z.output<typeof oneFile>;

/** Bytes of a reply besides its files, and of a file besides its path and content. */
const roomBytes = 1024;
const headBytes = 120;

export const fsReadMany = defineOperation({
  name: 'fs.readMany',
  summary: 'Many whole files, in the order of the paths, as many as fit into one reply.',
  access: 'read',
  at: { remote: 'fs.readMany' },
  input: z.object({
    paths: manyPaths,
    as: z.enum(['bytes', 'text']).nullish().describe('Text must be UTF-8. Default: bytes.'),
  }),
  output: z.object({
    files: z.array(oneFile),
    rest: z.array(z.string()).describe('What did not fit any more: ask for it again.'),
  }),
  async run({ vault, signal }, { paths, as }) {
    const pace = createPace(signal);
    const files: OneFile[] = [];
    let left = limits.replyBytesMax - roomBytes;
    for (const path of paths) left -= jsonBytes(path) + 1;
    for (const [at, path] of paths.entries()) {
      let file = await readOne(vault, path, as === 'text');
      // The only one of its reply must fit, or a client that asks again would never get past it.
      if (at === 0 && sizeIn(file) > left) file = tooLarge(path);
      left -= sizeIn(file);
      if (left < 0) return { files, rest: paths.slice(at) };
      files.push(file);
      if (pace.isDue()) await pace.pause();
    }
    return { files, rest: [] };
  },
});

async function readOne(vault: Call['vault'], raw: string, isText: boolean): Promise<OneFile> {
  try {
    const path = parseVaultPath(raw);
    const { bytes, stat } = vault.readSmall(path) ?? (await vault.read(path, limits.readBytesMax));
    const about = { path: raw, mtime: stat.mtime, size: bytes.length };
    return isText ? { ...about, content: decodeText(path, { bytes }) } : { ...about, bytes };
  } catch (thrown) {
    return toFailure(raw, thrown);
  }
}

/** Bytes that a file takes of a reply besides its path, which is counted before. */
function sizeIn(file: OneFile): number {
  if ('bytes' in file) return headBytes + Math.ceil(file.bytes.length / 3) * 4;
  return headBytes + jsonBytes('content' in file ? file.content : file.error.message);
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

function tooLarge(path: string): OneFile {
  const why = new VaultError('too-large', `"${path}" does not fit into one reply.`);
  return toFailure(path, why);
}
