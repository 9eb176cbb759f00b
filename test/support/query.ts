import type { BaseEnv } from '../../src/engine/knowledge/query/bases/env.ts';
import { BaseFiles } from '../../src/engine/knowledge/query/bases/file.ts';
import { QueryBudget } from '../../src/engine/knowledge/query/budget.ts';
import { parseQuery } from '../../src/engine/knowledge/query/dql/parse.ts';
import type { QueryOutcome } from '../../src/engine/knowledge/query/dql/result.ts';
import { runQuery } from '../../src/engine/knowledge/query/dql/run.ts';
import { createEnv } from '../../src/engine/knowledge/query/env.ts';
import { compile } from '../../src/engine/knowledge/query/expression/compile.ts';
import { parseExpression } from '../../src/engine/knowledge/query/expression/parse.ts';
import { Pages } from '../../src/engine/knowledge/query/page/pages.ts';
import { guardedPatterns } from '../../src/engine/knowledge/query/patterns.ts';
import type { FileSource } from '../../src/engine/knowledge/query/source.ts';
import { loadCalendars } from '../../src/engine/knowledge/query/values/calendars.ts';
import type { Env } from '../../src/engine/knowledge/query/values/env.ts';
import {
  emptyObject,
  RecordValue,
  type Value,
} from '../../src/engine/knowledge/query/values/value.ts';
import { type MemoryFile, memorySource } from './memory-source.ts';

await loadCalendars();

export type Files = Readonly<Record<string, MemoryFile | string>>;

/** A Thursday. */
export const nowMs = Date.UTC(2026, 0, 15, 10, 30);
const zone = 'UTC';
const patterns = guardedPatterns();

interface Lab {
  readonly pages: Pages;
  readonly env: Env;
}

export function openLab(files: Files = {}, from = ''): Lab {
  const pages = new Pages(memorySource(files), zone);
  return { pages, env: createEnv({ pages, patterns, from, nowMs }) };
}

/** The value of an expression on a page of some files. */
export function evaluate(expression: string, files: Files = {}, page = ''): Value {
  const { pages, env } = openLab(files, page);
  const row = pages.find(page) ?? emptyObject;
  const scope = { env, globals: new RecordValue({ this: row }) };
  return compile(parseExpression(expression, { nowMs, zone }), scope)(row);
}

/** The answer to a query in a vault of some files. */
export function ask(query: string, files: Files, from = ''): QueryOutcome {
  const { pages, env } = openLab(files, from);
  return finish(runQuery(parseQuery(query, { nowMs, zone }), { pages, env, from }));
}

/** What expressions of bases need, in a vault of some files. */
export function openBaseLab(files: Files, thisPath?: string): BaseEnv {
  const source = fileSource(files);
  const baseFiles = new BaseFiles(source, zone);
  return {
    files: baseFiles,
    patterns,
    budget: new QueryBudget(),
    nowMs,
    thisFile: thisPath === undefined ? undefined : baseFiles.find(thisPath),
    random: () => 0.5,
  };
}

function fileSource(files: Files): FileSource {
  const source = memorySource(files);
  const factsOf = (path: string) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (file === undefined) return undefined;
    const {
      text,
      size = text.length,
      ctimeMs = 0,
      mtimeMs = 0,
    }: MemoryFile = typeof file === 'string' ? { text: file } : file;
    return { path, size, ctimeMs, mtimeMs };
  };
  return {
    ...source,
    files: () =>
      Object.keys(files)
        .sort()
        .flatMap((path) => factsOf(path) ?? []),
    file: factsOf,
    propertyType: () => undefined,
  };
}

/** Runs work to its end at once. */
export function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
