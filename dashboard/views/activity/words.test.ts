import { expect, test } from 'vitest';
import type { StepEntry } from '../../api/operations.ts';
import { sayEntry } from './words.ts';

const step = (files: StepEntry['files'], more: Partial<StepEntry> = {}): StepEntry => ({
  kind: 'step',
  id: '1',
  at: '',
  protocol: 'mcp',
  client: 'helper',
  why: '',
  files,
  filesTotal: files.length,
  ...more,
});

const check = (entry: StepEntry, sentence: string): void => {
  const { verb, object, rest } = sayEntry(entry);
  expect(`${verb} ${object} ${rest}`.trim()).toBe(sentence);
};

const moved = { what: 'moved', path: 'a/Moss.md', to: 'b/Moss.md' } as const;
const changed = { what: 'changed', path: 'Home.md' } as const;

test('a move is titled as a move, whatever else it changed', () => {
  check(step([changed, moved]), 'moved Moss to b/Moss.md and updated links in 1 note');
  check(step([moved], { filesTotal: 9 }), 'moved Moss to b/Moss.md and updated links in 8 notes');
  check(step([moved], { undoes: '0' }), 'undid the move of Moss to b/Moss.md');
});

test('what goes to the trash was deleted', () => {
  check(step([{ what: 'moved', path: 'a/Moss.md', to: '.trash/a/Moss.md' }]), 'deleted Moss');
  check(step([{ what: 'moved', path: '.trash/a/Moss.md', to: 'a/Moss.md' }]), 'brought back Moss');
});

test('several files are counted', () => {
  check(step([changed, { what: 'created', path: 'b.md' }]), 'edited Home and 1 more');
  check(step([{ what: 'folder', path: 'x' }]), 'changed folder x');
  check(step([{ what: 'folder', path: 'x' }, changed]), 'edited Home');
});
