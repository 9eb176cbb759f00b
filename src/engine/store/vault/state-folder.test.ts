import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { makeStateFolder } from './state-folder.ts';

const rightsOf = (folder: string) => statSync(folder).mode & 0o777;

test('nobody else may look into a new folder, nor into one that was open to others', () => {
  const stateDir = join(freshFolder(), 'deep/er');
  const folder = makeStateFolder(stateDir, 'id');
  expect(folder).toBe(join(stateDir, 'id'));
  expect(rightsOf(folder)).toBe(0o700);
  for (const open of [0o755, 0o710, 0o701]) {
    chmodSync(folder, open);
    expect(makeStateFolder(stateDir, 'id')).toBe(folder);
    expect(rightsOf(folder)).toBe(0o700);
  }
});

test('a folder that is closed to others keeps the rights that its owner chose', () => {
  const stateDir = freshFolder();
  mkdirSync(join(stateDir, 'id'));
  chmodSync(join(stateDir, 'id'), 0o500);
  expect(rightsOf(makeStateFolder(stateDir, 'id'))).toBe(0o500);
});

test('where no folder can be made, the setting that helps is named', () => {
  const file = join(freshFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeStateFolder(file, 'id')).toThrow(
    expect.objectContaining({
      code: 'unavailable',
      message: expect.stringContaining('cannot be made'),
      about: expect.objectContaining({
        hint: expect.stringContaining('state folder'),
        cause: expect.objectContaining({ code: 'ENOTDIR' }),
      }),
    }),
  );
});
