import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { caller, openTestVault } from '../../../test/support/vault.ts';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { largeBuffers } from '../../kit/large-buffers.ts';
import type { FileContent } from './vault/disk.ts';

const size = limits.smallFileBytesMax + 1;

async function openWith(...names: readonly string[]) {
  const files = Object.fromEntries(names.map((name) => [name, name.charAt(0).repeat(size)]));
  const { root, engine } = await openTestVault(files, { live: true });
  const view = engine.as(caller());
  await view.known();
  const read = (name: string) => view.vault.readLarge(parseVaultPath(name), size);
  return { root, engine, read };
}

/** Reads until the content comes from memory. */
async function untilKept(read: () => Promise<FileContent>): Promise<FileContent> {
  let [last, now] = [await read(), await read()];
  await until(async () => {
    [last, now] = [now, await read()];
    return last === now;
  }, 'the content to be kept');
  return now;
}

test('a large file that is read again and again comes from memory as long as it stays the same', async () => {
  const { root, read } = await openWith('a.bin');
  const kept = await untilKept(() => read('a.bin'));
  expect(kept.bytes.equals(Buffer.alloc(size, 'a'))).toBe(true);
  writeFileSync(join(root, 'a.bin'), 'b'.repeat(size));
  expect((await read('a.bin')).bytes.equals(Buffer.alloc(size, 'b'))).toBe(true);
});

test('nobody reads over a content that is kept', async () => {
  const { read } = await openWith('a.bin', 'b.bin');
  const kept = await untilKept(() => read('a.bin'));
  // Whoever has sent it gives its buffer back.
  largeBuffers.giveBack(kept.bytes);
  const other = await read('b.bin');
  expect(other.bytes.equals(Buffer.alloc(size, 'b'))).toBe(true);
  expect(kept.bytes.equals(Buffer.alloc(size, 'a'))).toBe(true);
});

test('what is kept is given to nobody who may not read it', async () => {
  const { engine, read } = await openWith('a.bin');
  await untilKept(() => read('a.bin'));
  const other = engine.as(caller({ hidden: true, deny: ['*.bin'] }));
  await expect(other.vault.readLarge(parseVaultPath('a.bin'), size)).rejects.toThrow();
});
