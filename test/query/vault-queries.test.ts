import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isVaultError } from '../../src/contract/errors.ts';
import { parseBase } from '../../src/engine/knowledge/query/bases/parse-base.ts';
import { runBase } from '../../src/engine/knowledge/query/bases/run.ts';
import { parseQuery } from '../../src/engine/knowledge/query/dql/parse.ts';
import { scanNote } from '../../src/engine/text/markdown/scan.ts';
import { ask, evaluate, type Files, finish, nowMs, openBaseLab } from '../support/query.ts';

const example = fileURLToPath(new URL('../../example-vault', import.meta.url));
const shared = fileURLToPath(new URL('../../../shared', import.meta.url));
const bases = join(shared, 'vaults/kepano-obsidian');
if (!existsSync(shared))
  process.stdout.write('no public vaults here: their queries are left out\n');

function readVault(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(root, path).split(sep).join('/'), path] as const)
      .filter(([path]) => !path.startsWith('.'))
      .map(([path, file]) => [
        path,
        /\.(md|base|csv)$/.test(path) ? readFileSync(file, 'utf8') : '',
      ]),
  );
}

/** The fenced blocks of one language, with the notes that hold them. */
function blocksOf(files: Files, language: string): { path: string; text: string }[] {
  return Object.entries(files).flatMap(([path, file]) => {
    const text = typeof file === 'string' && path.endsWith('.md') ? file : '';
    return scanNote(text)
      .sections.filter(({ type }) => type === 'code')
      .map(({ start, end }) => text.slice(start, end))
      .filter((block) => block.startsWith(`\`\`\`${language}\n`))
      .map((block) => ({ path, text: block.slice(language.length + 4, block.lastIndexOf('\n')) }));
  });
}

const files = readVault(example);

test('Q23 every query of the example vault has an answer with rows', () => {
  const blocks = blocksOf(files, 'dataview');
  expect(blocks.length).toBeGreaterThanOrEqual(12);
  for (const { path, text } of blocks) {
    const { answer } = ask(text, files, path);
    const rows = answer.type === 'task' ? [answer.tasks] : answer.values;
    expect(rows.length, `${path}\n${text}`).toBeGreaterThan(0);
  }
});

// The 400 blocks that the case was counted on are not at hand. What it asks is asked of more: Dataview's
// own parser was run on these by `node scripts/dataview-verdicts.mjs`.
test('Q23 queries are accepted and refused as by Dataview itself', () => {
  const golden = join(import.meta.dirname, 'dataview-verdicts.golden.json');
  const verdicts = new Map<string, boolean>(JSON.parse(readFileSync(golden, 'utf8')));
  const example = blocksOf(files, 'dataview').map(({ text }) => text);
  expect(example.filter((text) => !verdicts.has(text))).toEqual([]);
  const refused = [...verdicts.values()].filter((accepted) => !accepted);
  expect([verdicts.size >= 400, refused.length >= 100]).toEqual([true, true]);
  const otherwise = [...verdicts].filter(([query, accepted]) => isQuery(query) !== accepted);
  expect(otherwise).toEqual([]);
});

function isQuery(text: string): boolean {
  try {
    parseQuery(text, { nowMs, zone: 'UTC' });
    return true;
  } catch (thrown) {
    if (isVaultError(thrown)) return false;
    throw thrown;
  }
}

// Their authors meant every one of them to be accepted.
test.runIf(existsSync(shared))('Q23 every query of the public vaults at hand is accepted', () => {
  const roots = ['vaults/blue-book', 'vaults/kepano-obsidian', 'oracles/obsidian-metadata/vault'];
  const asked = roots
    .map((name) => join(shared, name))
    .filter((root) => existsSync(root))
    .map((root) => {
      const vault = readVault(root);
      const blocks = blocksOf(vault, 'dataview');
      for (const { path, text } of blocks) {
        expect(() => ask(text, vault, path), `${path}\n${text}`).not.toThrow();
      }
      return blocks.length;
    });
  expect(Math.max(...asked)).toBeGreaterThan(10);
});

test('inline expressions of the example vault have values', () => {
  const inline = Object.entries(files).flatMap(([path, text]) =>
    path.endsWith('.md')
      ? [...text.matchAll(/`= ([^`]+)`/g)].map(([, code = '']) => ({ path, code }))
      : [],
  );
  expect(inline.length).toBeGreaterThan(0);
  for (const { path, code } of inline) expect(evaluate(code, files, path), code).not.toBe(null);
});

test('every base of the example vault works in every view', () => {
  const embedded = blocksOf(files, 'base');
  const stored = Object.entries(files)
    .filter(([path]) => path.endsWith('.base'))
    .map(([path, text]) => ({ path, text }));
  for (const { path, text } of [...embedded, ...stored]) {
    const base = parseBase(text);
    for (const view of base.views) {
      const answer = finish(runBase(base, openBaseLab(files, path), { view: view.name }));
      expect(answer.problems, path).toEqual([]);
      expect(answer.total, `${path} ${view.name}`).toBeGreaterThan(0);
      const errors = answer.groups
        .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))
        .filter((cell) => 'error' in cell);
      expect(errors, path).toEqual([]);
    }
  }
});

test.runIf(existsSync(bases))('bases of a public vault are understood', () => {
  const vault = readVault(bases);
  const found = Object.entries(vault).filter(([path]) => path.endsWith('.base'));
  expect(found.length).toBeGreaterThan(20);
  for (const [path, text] of found) {
    const base = parseBase(text);
    for (const view of base.views) {
      const { problems } = finish(runBase(base, openBaseLab(vault, path), { view: view.name }));
      expect(problems, path).toEqual([]);
    }
  }
});
