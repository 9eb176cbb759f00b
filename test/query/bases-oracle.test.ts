import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isVaultError } from '../../src/contract/errors.ts';
import type { BaseEnv } from '../../src/engine/knowledge/query/bases/env.ts';
import { BaseFiles } from '../../src/engine/knowledge/query/bases/file.ts';
import { compileText, Formulas } from '../../src/engine/knowledge/query/bases/formulas.ts';
import { parseBaseExpression } from '../../src/engine/knowledge/query/bases/parse.ts';
import { toPlain } from '../../src/engine/knowledge/query/bases/text.ts';
import { QueryBudget } from '../../src/engine/knowledge/query/budget.ts';
import { guardedPatterns } from '../../src/engine/knowledge/query/patterns.ts';
import type { FileSource, Page } from '../../src/engine/knowledge/query/source.ts';
import { loadCalendars } from '../../src/engine/knowledge/query/values/calendars.ts';
import { EvalFailure } from '../../src/engine/knowledge/query/values/failure.ts';
import { memorySource } from '../support/memory-source.ts';

interface OracleLink {
  readonly path: string;
  readonly display: string;
}

interface OracleFile {
  readonly path: string;
  readonly size: number;
  readonly properties: Record<string, unknown>;
  readonly tags: readonly string[];
  readonly links: readonly OracleLink[];
  readonly embeds: readonly OracleLink[];
  readonly backlinks: readonly OracleLink[];
  readonly ctime: string;
  readonly mtime: string;
}

interface Oracle {
  readonly context: {
    readonly now: string;
    readonly timezone: string;
    readonly files: readonly OracleFile[];
    readonly formulas: Record<string, string>;
  };
  readonly cases: readonly {
    readonly id: string;
    readonly expression: string;
    readonly expected: unknown;
  }[];
}

await loadCalendars();

const file = fileURLToPath(new URL('../../../shared/oracles/bases/oracle.json', import.meta.url));
const hasOracle = existsSync(file);
if (!hasOracle) console.log('No Bases oracle beside the project: it is not run.');

/** A property as it was written, before Obsidian made a value of it. */
function toRaw(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toRaw);
  if (typeof value !== 'object' || value === null) return value;
  const { value: inner }: { value?: { path: string; display?: { value: string } } } = value;
  const display = inner?.display === undefined ? '' : `|${inner.display.value}`;
  return `[[${inner?.path}${display}]]`;
}

function toPage({ path, size, ctime, mtime, properties, tags, links, embeds }: OracleFile): Page {
  const plain = links.slice(0, links.length - embeds.length);
  const own = toRaw(properties.tags);
  return {
    path,
    size,
    ctimeMs: Date.parse(ctime),
    mtimeMs: Date.parse(mtime),
    isStarred: false,
    frontmatter: Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, toRaw(value)]),
    ),
    bodyTags: tags
      .filter((tag) => !Array.isArray(own) || !own.includes(tag))
      .map((tag) => `#${tag}`),
    inlineFields: [],
    links: [
      ...plain.map((link) => ({ target: link.path, display: link.display, isEmbed: false })),
      ...embeds.map((link) => ({ target: link.path, display: link.display, isEmbed: true })),
    ],
    items: () => [],
  };
}

function toSource(files: readonly OracleFile[]): FileSource {
  const source = memorySource(Object.fromEntries(files.map(({ path }) => [path, ''])));
  const pages = new Map(files.map((each) => [each.path, toPage(each)]));
  const isNote = (path: string) => path.endsWith('.md');
  return {
    ...source,
    page: (path) => (isNote(path) ? pages.get(path) : undefined),
    pagesLinkingTo: (path) =>
      (files.find((each) => each.path === path)?.backlinks ?? []).flatMap(
        (link) => pages.get(link.path) ?? [],
      ),
    files: () => pages.values(),
    file: (path) => pages.get(path),
    propertyType: () => undefined,
  };
}

test.runIf(hasOracle)('expressions of bases have the values that Obsidian gives them', () => {
  const { context, cases }: Oracle = JSON.parse(readFileSync(file, 'utf8'));
  const files = new BaseFiles(toSource(context.files), context.timezone);
  const row = files.find('__codex_bases_expression_oracle/row.md');
  const env: BaseEnv = {
    files,
    patterns: guardedPatterns(),
    budget: new QueryBudget(),
    nowMs: Date.parse(context.now),
    thisFile: row,
    random: () => 0.5,
  };
  const formulas = new Formulas(new Map(Object.entries(context.formulas)), env);
  const answer = (text: string): unknown => {
    try {
      // What Obsidian's parser rejects has no value there.
      parseBaseExpression(text);
      const { run } = compileText(text, env, { code: 'formula-broken', where: '' });
      return toPlain(run(formulas.row(row)));
    } catch (thrown) {
      if (isVaultError(thrown)) return null;
      if (thrown instanceof EvalFailure) return { error: thrown.message };
      throw thrown;
    }
  };
  const isError = (value: unknown) =>
    typeof value === 'object' && value !== null && 'error' in value;
  const wrong = cases
    .map(({ id, expression, expected }) => ({ id, expression, expected, got: answer(expression) }))
    .filter(({ expected, got }) =>
      isError(expected) ? !isError(got) : JSON.stringify(expected) !== JSON.stringify(got),
    );
  expect(wrong, `${wrong.length} of ${cases.length} differ`).toEqual([]);
});
