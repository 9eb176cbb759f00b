import { expect, test } from 'vitest';
import { parseVaultPath } from '../../../../contract/paths.ts';
import { attachmentPath } from './attachment-path.ts';

const check = (setting: string, taken: readonly string[], path: string) =>
  expect(
    attachmentPath(setting, parseVaultPath('a/n.md'), 'file.png', (each) => taken.includes(each)),
  ).toBe(path);

test('W15 a folder beside the note, and a number for the second file', () => {
  check('./img', [], 'a/img/file.png');
  check('./img', ['a/img/file.png'], 'a/img/file 1.png');
  check('./img', ['a/img/file.png', 'a/img/file 1.png'], 'a/img/file 2.png');
});
test('the folder of the note itself', () => check('./', [], 'a/file.png'));
test('the root', () => check('/', [], 'file.png'));
test('a folder of the vault', () => check('files/new', ['file.png'], 'files/new/file.png'));
