import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ExampleScene, playScene, playVault, type Scene } from './scene.ts';
import type { Sights } from './shots.ts';

/** A vault of which pictures are taken. */
export interface Album<Opened extends Scene = Scene> {
  /** What the names of its pictures begin with: its folder, but for the example vault. */
  readonly prefix: string;
  /** How many pixels wide its pictures are at most. */
  readonly width: number;
  readonly sights: Sights;
  open(): Promise<Opened>;
}

const courtyard = 'Projects/Courtyard garden';

export const example: Album<ExampleScene> = {
  prefix: '',
  width: 1320,
  sights: {
    notes: {
      note: { path: 'Home.md', wanted: '.prose img' },
      base: { path: 'Reference/Shown/Bases on a page.md', wanted: '.base-card img' },
      canvas: { path: `${courtyard}/Courtyard board.canvas`, wanted: '.canvas-node img' },
      diagram: { path: 'Reference/Shown/Diagrams.md', wanted: '.diagram img >> nth=1' },
      markup: { path: 'Reference/Markdown tour.md', wanted: '.prose' },
    },
    edited: 'Recipes/Rye bread (overnight).md',
    changed: `${courtyard}/Courtyard garden.md`,
    letters: 'court',
    words: 'seat wall',
    query: 'TABLE authors, rating, status\nFROM "Books"\nWHERE status != "read"\nSORT rating DESC',
  },
  open: playScene,
};

/** Public vaults, which are put beside this repository by who wants to see them. */
const vaults = fileURLToPath(new URL('../../shared/vaults/', import.meta.url));

const others: readonly Album[] = [
  {
    prefix: 'kepano-obsidian-',
    width: 900,
    sights: {
      notes: {
        note: { path: 'Readme.md', wanted: '.prose' },
        base: { path: 'Categories/Movies.md', wanted: '.answer.base' },
        topic: { path: 'References/Sci-fi.md', wanted: '.prose' },
      },
      edited: 'Readme.md',
      changed: 'Notes/2023 Japan Trip.md',
      letters: 'stm',
      words: 'how to buy things that last',
      query: 'TABLE categories, rating, year\nFROM "References"\nSORT file.name ASC',
    },
    open: () =>
      playVault({
        vault: `${vaults}kepano-obsidian`,
        path: 'Notes/2023 Japan Trip.md',
        changes: [
          '\n- [ ] Reserve the ryokan in [[Kyoto]]\n',
          '- [ ] Walk up [[Fushimi Inari]] before breakfast\n',
        ],
        waiting: '- [ ] Post the photos\n',
        proposed: (text) => text.replace('2023-09-30', '2023-10-02'),
      }),
  },
  {
    prefix: 'blue-book-',
    width: 900,
    sights: {
      notes: {
        note: { path: 'gardening.md', wanted: '.prose' },
        long: { path: 'vuejs.md', wanted: '.prose' },
        index: { path: 'index.md', wanted: '.prose' },
      },
      edited: 'sed.md',
      changed: 'gardening.md',
      letters: 'gard',
      words: 'how to keep a garden',
      query: 'TABLE date, author\nWHERE date\nSORT date DESC\nLIMIT 25',
    },
    open: () =>
      playVault({
        vault: `${vaults}blue-book`,
        path: 'gardening.md',
        changes: [
          '\n## To do\n\n- [ ] Sharpen the secateurs\n',
          '- [ ] Turn the compost before the frost\n',
        ],
        waiting: '- [ ] Order seeds\n',
        proposed: (text) => text.replace('## To do', '## To do this autumn'),
      }),
  },
];

/** The other vaults that are here. */
export function findOthers(): readonly Album[] {
  return others.filter(({ prefix }) => {
    const folder = prefix.slice(0, -1);
    const isHere = existsSync(`${vaults}${folder}`);
    if (!isHere) process.stderr.write(`There is no vault ${folder}: no pictures of it are made.\n`);
    return isHere;
  });
}
