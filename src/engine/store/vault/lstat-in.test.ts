import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { lstatIn } from './lstat-in.ts';

function plantEntries() {
  const folder = freshFolder();
  writeFileSync(join(folder, 'file'), '12345');
  mkdirSync(join(folder, 'folder'));
  symlinkSync('none', join(folder, 'link'));
  return { folder, at: (name: string) => `${folder}/${name}` };
}

test.each([
  ['file', { type: 'file', size: 5 }],
  ['folder', { type: 'folder', size: 0 }],
  ['link', { type: 'symlink', size: 4 }],
])('a %s is seen as such', (name, expected) =>
  expect(lstatIn(plantEntries(), name)).toMatchObject(expected),
);

test.each(['none', 'none\ufffd'])('nothing is there at %j', (name) =>
  expect(lstatIn(plantEntries(), name)).toBeUndefined(),
);

test.runIf(process.platform === 'linux')(
  'names that are not UTF-8 are found by what is shown of them',
  () => {
    const entries = plantEntries();
    const strange = (...bytes: number[]) =>
      Buffer.concat([Buffer.from(`${entries.folder}/x`), Buffer.from(bytes)]);
    writeFileSync(strange(0xff), '1');
    writeFileSync(strange(0xff, 0x2e), '12');
    writeFileSync(join(entries.folder, 'real\ufffd'), '123');
    expect(lstatIn(entries, 'x\ufffd')?.size).toBe(1);
    expect(lstatIn(entries, 'x\ufffd.')?.size).toBe(2);
    expect(lstatIn(entries, 'real\ufffd')?.size).toBe(3);
  },
);
