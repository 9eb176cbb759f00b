import { expect, test } from 'vitest';
import { hashOf } from '../src/engine/store/vault/hash.ts';
import { judge, type Settled, typedWord } from './model-judge.ts';

const bytes = Buffer.from(`a ${typedWord('laptop', 1)} b`);
const older = Buffer.from(typedWord('tower', 2));
const equal: Settled = {
  folders: new Map([
    ['laptop', new Map([['a.md', bytes]])],
    ['tower', new Map([['a.md', bytes]])],
  ]),
  heads: new Map([['a.md', hashOf(bytes)]]),
  versions: [older, bytes],
  typed: new Set(['typedlaptop1', 'typedtower2']),
};

test('folders that equal the ledger, and words in files or versions, are fine', () =>
  expect(judge(equal)).toEqual({ different: [], missing: [] }));

test('a file that differs by a byte is found', () => {
  const folders = new Map([...equal.folders, ['tower', new Map([['a.md', older]])]]);
  expect(judge({ ...equal, folders }).different).toEqual(['tower: a.md']);
});

test('a file that only the ledger or only a folder has is found', () => {
  const heads = new Map([['b.md', hashOf(bytes)]]);
  const different = ['laptop: a.md', 'laptop: b.md', 'tower: a.md', 'tower: b.md'];
  expect(judge({ ...equal, heads }).different).toEqual(different);
});

test('a word that is in no file and no version is missing', () => {
  expect(judge({ ...equal, versions: [] }).missing).toEqual(['typedtower2']);
  const typed = new Set(['typedlaptop11']);
  expect(judge({ ...equal, typed }).missing).toEqual(['typedlaptop11']);
});
