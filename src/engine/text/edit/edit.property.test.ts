import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { anotherValue, hostileNote, spelledOddly } from '../../../../test/support/hostile-notes.ts';
import { fc } from '../../../../test/support/property.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { documentMap, findBlock, headingsAtPath } from '../markdown/address.ts';
import { scanNote } from '../markdown/scan.ts';
import type { Patch } from './change.ts';
import { applyPatch } from './patch.ts';
import { readSection } from './read-section.ts';
import { replaceSteps, substitute } from './replace.ts';
import { addTags, listTags, removeTags } from './tags.ts';
import { deleteProperty, readProperties, setProperty } from './yaml/frontmatter.ts';

const vault = fileURLToPath(new URL('../../../../example-vault', import.meta.url));
const examples = readdirSync(vault, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(vault, name), 'utf8'));

/** Notes that broke a promise once. */
const regressions = ['Sub\n---\n\u2028\nSub\n---\n'];

/** Runs a check on hostile notes and on every note of the example vault. */
const everyNote = (check: (text: string) => void) => {
  for (const text of [...examples, ...regressions]) check(text);
  fc.assert(fc.property(hostileNote, check), { seed: 1, numRuns: 40 });
};

/** The result, or undefined when the edit was refused with a reason. */
const tryEdit = <Result>(edit: () => Result): Result | undefined => {
  try {
    return edit();
  } catch (thrown) {
    if (isVaultError(thrown) && thrown.about.reason !== undefined) return undefined;
    throw thrown;
  }
};

const operations = ['append', 'prepend', 'replace'] as const;
const contents = ['new text', '- item', '', '###### deep\n\ntext', 'two\nlines\n'];

test('a section edit never alters a byte outside its section', () =>
  everyNote((text) => {
    const note = scanNote(text);
    for (const [at, path] of documentMap(note).headings.entries()) {
      for (const operation of operations) {
        // Another content for each heading and each note, so every pair comes many times.
        const content = contents[(text.length + at) % contents.length] ?? '';
        const patch: Patch = { section: { type: 'heading', target: path }, operation, content };
        const patched = tryEdit(() => applyPatch(text, patch));
        const [found] = headingsAtPath(note, path);
        if (patched === undefined || found === undefined) continue;
        expect(patched.text.startsWith(text.slice(0, found.body.start))).toBe(true);
        expect(patched.text.endsWith(text.slice(found.body.end))).toBe(true);
      }
    }
  }));

test('a block edit never alters a byte outside its block', () =>
  everyNote((text) => {
    const note = scanNote(text);
    for (const target of documentMap(note).blocks) {
      for (const operation of operations) {
        const patch: Patch = { section: { type: 'block', target }, operation, content: 'new' };
        const patched = tryEdit(() => applyPatch(text, patch));
        const found = findBlock(note, target);
        if (patched === undefined || found === undefined) continue;
        expect(patched.text.startsWith(text.slice(0, found.body.start))).toBe(true);
        expect(patched.text.endsWith(text.slice(found.body.end))).toBe(true);
      }
    }
  }));

test('everything a document map names can be read and addressed', () =>
  everyNote((text) => {
    const note = scanNote(text);
    const map = documentMap(note);
    for (const path of map.headings) {
      expect(headingsAtPath(note, path).length).toBeGreaterThan(0);
      if (path.endsWith('::')) continue;
      expect(readSection(text, note, { type: 'heading', target: path })?.sectionTarget).toBe(path);
    }
    for (const target of map.blocks) {
      expect(readSection(text, note, { type: 'block', target })).toBeDefined();
    }
    for (const target of map.frontmatterFields) {
      expect(readSection(text, note, { type: 'frontmatter', target })).toBeDefined();
    }
  }));

test('setting a property to what it is changes no byte', () =>
  everyNote((text) => {
    const now = tryEdit(() => readProperties(text)) ?? {};
    for (const [key, value] of Object.entries(now))
      expect(setProperty(text, key, value)).toBe(text);
  }));

test('setting a property and setting it back leaves the same bytes', () =>
  everyNote((text) => {
    const now = tryEdit(() => readProperties(text)) ?? {};
    for (const [key, value] of Object.entries(now)) {
      if (spelledOddly.has(key)) continue;
      const changed = tryEdit(() => setProperty(text, key, anotherValue(value)));
      if (changed !== undefined) expect(setProperty(changed, key, value)).toBe(text);
    }
  }));

/** A block that a note never had goes without a trace, unless the body starts with blank lines. */
const canRestore = (text: string) => {
  const { frontmatter, bodyStart } = scanNote(text);
  const hasValues = Object.keys(frontmatter?.values ?? {}).length > 0;
  const hasComment =
    frontmatter !== undefined &&
    /^\s*#/m.test(text.slice(frontmatter.yamlStart, frontmatter.yamlEnd));
  if (frontmatter !== undefined) return hasValues || hasComment;
  return !/^[ \t]*\r?\n/.test(text.slice(bodyStart)) && text.slice(bodyStart) !== '';
};

const values = ['text', 5, null, ['a', { b: 'c' }], { deep: [1] }, 'l1\nl2'];

test('a property that is added and deleted leaves the same bytes', () =>
  everyNote((text) => {
    if (!canRestore(text)) return;
    // Three of them for each note, so every value comes many times.
    for (const [at, value] of values.entries()) {
      if (at % 2 !== text.length % 2) continue;
      const added = tryEdit(() => setProperty(text, 'fresh', value));
      if (added !== undefined) expect(deleteProperty(added, 'fresh')).toBe(text);
    }
  }));

test('a tag that is added and removed leaves the same bytes', () =>
  everyNote((text) => {
    const tags = tryEdit(() => readProperties(text).tags);
    if (!canRestore(text) || typeof tags === 'string') return;
    const added = tryEdit(() => addTags(text, ['fresh/tag'], 'frontmatter'));
    if (added === undefined) return;
    expect(listTags(added.text).frontmatter).toContain('fresh/tag');
    expect(removeTags(added.text, ['fresh/tag'], 'frontmatter').text).toBe(text);
  }));

test('removing an inline tag leaves no such tag and touches only blanks beside it', () =>
  everyNote((text) => {
    const { inline } = listTags(text);
    for (const tag of inline) {
      const removed = removeTags(text, [tag], 'inline').text;
      expect(removed.replace(/[ \t]/g, '').length).toBeLessThan(text.length);
      expect(listTags(removed).inline.includes(tag) && !removed.includes(`#${tag}`)).toBe(false);
    }
  }));

test('a replacement and its reverse leave the same bytes', () =>
  everyNote((text) => {
    const run = (from: string, search: string, replace: string) => {
      const steps = replaceSteps(from, [{ search, replace }], 'body');
      let step = steps.next();
      while (step.done !== true) step = steps.next(substitute(step.value));
      return step.value.text;
    };
    for (const word of ['a', '#', '\n', '|', 'text']) {
      if (text.includes('\u0001')) continue;
      expect(run(run(text, word, '\u0001'), '\u0001', word)).toBe(text);
    }
  }));
