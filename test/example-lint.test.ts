import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isHidden, isNote } from '../src/contract/paths.ts';
import { NoteIndex } from '../src/engine/knowledge/index/note-index.ts';
import { readSettings } from '../src/engine/knowledge/index/settings.ts';
import { Linter } from '../src/engine/knowledge/lint/linter.ts';

const root = fileURLToPath(new URL('../example-vault', import.meta.url));
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

function openLinter(): Linter {
  const { isExcluded, showUnsupportedFiles } = readSettings((name) => {
    const file = join(root, '.obsidian', name);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  });
  const index = new NoteIndex({ linksToAnyFile: () => showUnsupportedFiles });
  const stat = { size: 1, mtime: 1, mtimeNs: 1_000_000n, birthtime: 1 };
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isFile() && !isHidden(path)) index.update(path, isNote(path) ? text(path) : '', stat);
  }
  return new Linter({
    index,
    textOf: (path) => (existsSync(join(root, path)) ? text(path) : undefined),
    isThere: (path) => existsSync(join(root, path)),
    isExcluded,
  });
}

/** The tables of the playground: problem, file, line, and what stands there. */
const planted = [
  ...text('Lint playground/README.md').matchAll(
    /^\| ([a-z-]+)[^|]* \| (.+?\.md) \| (\d+) \| `(.+)` \|$/gm,
  ),
].map(([, code = '', path = '', line = '', what = '']) => ({ code, path, line, what }));

test('the example vault has exactly the problems that were planted', async () => {
  const { signal } = new AbortController();
  const options = { mayRead: () => true, budgetMs: 60_000, signal };
  const found = (await openLinter().vault(options)).flatMap(({ path, findings }) =>
    findings.map(({ code, range: { start, end } }) => {
      const line = text(path).split(/\r?\n/)[start.line] ?? '';
      expect(end.line).toBe(start.line);
      return {
        code,
        path,
        line: String(start.line + 1),
        what: line.slice(start.character, end.character),
      };
    }),
  );
  const key = ({ code, path, line }: { code: string; path: string; line: string }) =>
    `${path}:${line} ${code}`;
  expect(found.map(key).sort()).toEqual(planted.map(key).sort());
  for (const { what, ...at } of planted) {
    const places = found.filter((each) => key(each) === key(at)).map((each) => each.what);
    expect(places.some((place) => place.includes(what) || what.includes(place))).toBe(true);
  }
});
