import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../src/cli/all-commands.ts';
import { commandHelp, overview } from '../src/cli/help.ts';
import { createStyle } from '../src/cli/style.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Words of our own that a reader would have to learn, and signs of a sentence to write again. */
const unwanted =
  /\b(doors?|glances?|sightings?|limbo|whereabouts|deafness|litter|stumbl\w+|somebody|nobody|whoever|told|took back|letter case|use of the processor|closed to other users)\b/gi;

/** Words of other languages. */
const foreign = 'src/engine/knowledge/search/ranked/languages.ts';

/** Tables whose rows are named by stored measurements. */
const measured = ['coverage.md', 'mutants.md', 'performance.md'];

function listFiles(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => ending.test(name) && !/node_modules|\.test\./.test(name));
}

/** Where an unwanted word is, as `file: word`. */
function findWords(name: string, text: string): string[] {
  return [...text.matchAll(unwanted)].map(([word]) => `${name}: ${word}`);
}

/** Names of fields and what programs print keep their spelling. */
const withoutCode = (text: string): string =>
  text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');

test('the documentation has plain words', () => {
  const pages = [
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'README.md',
    'SECURITY.md',
    'bundle/README.md',
    'plugin/README.md',
    ...listFiles('docs', /\.md$/).filter((name) => !measured.some((page) => name.endsWith(page))),
  ];
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.flatMap((name) => findWords(name, withoutCode(read(name))))).toEqual([]);
});

test('messages, labels and descriptions have plain words', () => {
  const folders = ['src', 'dashboard', 'plugin'];
  const files = folders
    .flatMap((folder) => listFiles(folder, /\.tsx?$/))
    .filter(
      // It has the stop words of other languages.
      (name) => !name.endsWith('ranked/languages.ts'),
    );
  const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}]+</g;
  const wrong = files.flatMap((name) => {
    if (name === foreign) return [];
    const code = read(name)
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/^\s*\/\/.*$/gm, '');
    // One word alone is a name, not a sentence.
    const sentences = (code.match(literal) ?? []).filter((text) => /\w \w/.test(text));
    return findWords(name, sentences.join('\n'));
  });
  expect(wrong).toEqual([]);
});

test('the help of every command has plain words', () => {
  const style = createStyle({ hasColour: false, hasLinks: false });
  const screen = { width: 80, rows: Number.POSITIVE_INFINITY, style };
  const help = commands.map((command) => commandHelp(command, screen));
  expect(findWords('help', [overview(commands, '', screen), ...help].join('\n'))).toEqual([]);
});
