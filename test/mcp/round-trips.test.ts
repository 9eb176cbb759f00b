import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherValue, hostileNote, spelledOddly } from '../support/hostile-notes.ts';
import { type Data, McpHome, P, toData } from '../support/mcp.ts';
import { fc } from '../support/property.ts';

const example = fileURLToPath(new URL('../../example-vault', import.meta.url));
/** With this seed these few have, with and without properties, every kind of line end and byte order mark. */
const hostileCount = 12;
const hostileSeed = 1319;
const atOnce = 8;

let mcp: McpHome;
const config = join(tmpdir(), 'config.toml');
beforeAll(async () => {
  // What would be left after a power failure is tested elsewhere.
  writeFileSync(config, 'durability = "rename"\n');
  mcp = await McpHome.open({ env: { VAULTD_CONFIG: config } });
  mcp.reset({});
  cpSync(example, mcp.root, { recursive: true });
  const hostile = fc.sample(hostileNote, { seed: hostileSeed, numRuns: hostileCount });
  mcp.write(Object.fromEntries(hostile.map((text, index) => [`Hostile/${index}.md`, text])));
});
afterAll(async () => {
  await mcp.close();
  rmSync(config);
});

const bytesOf = (path: string) => readFileSync(join(mcp.root, path));
const properties = (operation: string, path: string, key: string, value?: unknown) =>
  mcp.call('manage_frontmatter', { operation, target: P(path), key, value });

const allNotes = (): string[] =>
  readdirSync(mcp.root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/(^|\/)\./.test(name))
    .sort();

/** All hostile notes and every third example; edit.property.test.ts takes all of them, without a server. */
const someNotes = (): string[] =>
  allNotes().filter((path, at) => path.startsWith('Hostile/') || at % 3 === 0);

/**
 * Runs a round trip on notes, on several at a time; each leaves every byte where it was.
 * Returns how many it could run on.
 */
const everyNote = async (
  left: string[],
  roundTrip: (path: string) => Promise<boolean>,
): Promise<number> => {
  let tried = 0;
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const before = bytesOf(path);
      if (await roundTrip(path)) tried++;
      expect(bytesOf(path).equals(before), `${path}: ${before} → ${bytesOf(path)}`).toBe(true);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tried;
};

/**
 * The properties of a note that no other has alike. The example notes have many of a kind, and one of
 * each shows what becomes of it; in the hostile notes the same property stands in another odd place each time.
 */
const newProperties = (
  path: string,
  properties: Data,
  seen: Set<string>,
): (readonly [string, unknown])[] =>
  Object.entries(properties).filter(([key, value]) => {
    const kind = `${key}: ${JSON.stringify(value).replace(/[\p{L}\p{N}]+( [\p{L}\p{N}]+)*/gu, 'x')}`;
    const isNew = path.startsWith('Hostile/') || !seen.has(kind);
    seen.add(kind);
    return isNew;
  });

const frontmatterOf = async (path: string): Promise<Data> =>
  toData((await mcp.result('get_note', { format: 'full', target: P(path) })).frontmatter);

test('a note is written as it was read', async () => {
  const tried = await everyNote(allNotes(), async (path) => {
    const { content } = await mcp.result('get_note', { format: 'content', target: P(path) });
    const written = await mcp.ok('write_note', { target: P(path), content, overwrite: true });
    expect(written).not.toHaveProperty('undoId');
    return true;
  });
  expect(tried).toBeGreaterThan(hostileCount + 80);
});

test('a property is set to something else and back', async () => {
  const seen = new Set<string>();
  const tried = await everyNote(someNotes(), async (path) => {
    let some = false;
    for (const [key, value] of newProperties(path, await frontmatterOf(path), seen)) {
      if (spelledOddly.has(key)) continue;
      const changed = await properties('set', path, key, anotherValue(value));
      if (changed.isError) continue;
      some = true;
      expect((await properties('set', path, key, value)).isError ?? false).toBe(false);
    }
    return some;
  });
  expect(tried).toBeGreaterThan(hostileCount);
});

test('whatever a property was, undoing brings it back', async () => {
  const seen = new Set<string>();
  const tried = await everyNote(someNotes(), async (path) => {
    const undoIds: unknown[] = [];
    for (const [key, value] of newProperties(path, await frontmatterOf(path), seen)) {
      const { isError, structuredContent } = await properties(
        'set',
        path,
        key,
        anotherValue(value),
      );
      if (!isError) undoIds.unshift(toData(toData(structuredContent).result).undoId);
    }
    for (const undoId of undoIds) await mcp.ok('undo', { undoId });
    return undoIds.length > 0;
  });
  expect(tried).toBeGreaterThan(hostileCount);
});

/** A block that a note never had takes blank lines along when it goes; elsewhere nothing is lost. */
const keepsBlock = async (path: string) =>
  Object.keys(await frontmatterOf(path)).length > 0 || /^\ufeff?(?!---)\S/.test(mcp.text(path));

test('a property is added and deleted', async () => {
  const tried = await everyNote(someNotes(), async (path) => {
    if (!(await keepsBlock(path))) return false;
    const { isError } = await properties('set', path, 'fresh', ['a', { b: 'c' }]);
    if (!isError) await properties('delete', path, 'fresh');
    return !isError;
  });
  expect(tried).toBeGreaterThan(hostileCount);
});

test('a tag is added and removed', async () => {
  const tags = (operation: string, path: string) =>
    mcp.call('manage_tags', {
      operation,
      target: P(path),
      tags: ['fresh/tag'],
      location: 'frontmatter',
    });
  const tried = await everyNote(someNotes(), async (path) => {
    // A text with several tags becomes a list, so it is not what it was.
    const isText = typeof (await frontmatterOf(path)).tags === 'string';
    if (isText || !(await keepsBlock(path))) return false;
    const { isError } = await tags('add', path);
    if (!isError) await tags('remove', path);
    return !isError;
  });
  expect(tried).toBeGreaterThan(hostileCount);
});

test('a text is replaced and replaced back', async () => {
  const replace = (path: string, search: string, by: string) =>
    mcp.ok('replace_in_note', { target: P(path), replacements: [{ search, replace: by }] });
  const tried = await everyNote(someNotes(), async (path) => {
    let count = 0;
    for (const word of ['e', '#', '\n', '|', '$&']) {
      const { totalReplacements } = await replace(path, word, '\u0001');
      expect((await replace(path, '\u0001', word)).totalReplacements).toBe(totalReplacements);
      count += Number(totalReplacements);
    }
    return count > 0;
  });
  expect(tried).toBeGreaterThan(hostileCount);
});
