import { describe, expect, test } from 'vitest';
import type { PathPolicy } from '../src/contract/callers.ts';
import { searchLimits } from '../src/contract/limits.ts';
import { noteRelated } from '../src/operations/note/related.ts';
import { openTestSession, openTestVault } from './support/vault.ts';

const common = 'This is what there was to say about it, and it is not much more than that.';

const files = {
  'Apple.md': `The apple is pruned on its rootstock in winter. ${common} [[A]] [[B]] [[C]] [[Tools]]`,
  'Pear.md': `Prune a pear on the same rootstock. ${common} [[A]] [[B]] [[C]]`,
  'Plum.md': `Plums are pruned in summer. ${common}`,
  'Bicycle.md': `Spokes of a wheel. ${common}`,
  'Orchard.md': `All trees: [[Apple]], [[Plum]]. ${common}`,
  'Tools.md': `A saw and a ladder. ${common}`,
  'A.md': '',
  'B.md': '',
  'C.md': '',
  'secret/Quince.md': `Prune the apple and the quince on a rootstock. ${common} [[A]] [[Apple]]`,
  'Archive/Old.md': `Prune the apple on its old rootstock. ${common}`,
  '.obsidian/app.json': '{"userIgnoreFilters": ["Archive/"]}',
};

async function relatedTo(path: string, from: Record<string, string> = files, limit = 20) {
  const policy: PathPolicy = { deny: ['secret/**'] };
  const session = openTestSession(await openTestVault(from), policy);
  const outcome = await session.dispatch(noteRelated, { path, limit });
  if (!outcome.ok) throw outcome.error;
  return noteRelated.output.parse(outcome.output).notes;
}

test('related notes come best first, with the reasons', async () => {
  const notes = await relatedTo('Apple.md');
  expect(notes).toEqual(notes.toSorted((a, b) => b.score - a.score));
  expect(Object.fromEntries(notes.map(({ path, why }) => [path, why]))).toEqual({
    'Pear.md': 'links to the same three notes; shares: rootstock, pruned',
    'Orchard.md': 'links to this note; shares: apple',
    'Plum.md': 'linked from the same note: Orchard; shares: pruned',
    'Tools.md': 'linked from this note',
    'A.md': 'linked from this note',
    'B.md': 'linked from this note',
    'C.md': 'linked from this note',
  });
});

describe('what is no relation', () => {
  test('a note that may not be read, that is excluded, or that shares stop words only', async () => {
    const paths = (await relatedTo('Apple.md')).map(({ path }) => path);
    expect(paths).not.toContain('secret/Quince.md');
    expect(paths).not.toContain('Archive/Old.md');
    expect(paths).not.toContain('Bicycle.md');
  });
  test('a note that everything links to', async () => {
    const many = Array.from({ length: searchLimits.relatedLinksMax + 1 }, (_, i) => i);
    const notes = await relatedTo('n0.md', {
      'Hub.md': '',
      ...Object.fromEntries(
        many.map((i) => [`n${i}.md`, `[[Hub]] word${'abcdefghij'[i % 10]}${i}`]),
      ),
    });
    expect(notes.map(({ path }) => path)).toEqual(['Hub.md']);
  });
});

test('a note that is not there has no relations', async () => {
  await expect(relatedTo('gone.md')).rejects.toMatchObject({ code: 'not-found' });
  await expect(relatedTo('secret/Quince.md')).rejects.toMatchObject({ code: 'not-found' });
});
