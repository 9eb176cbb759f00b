import { expect, test } from 'vitest';
import { isVaultError } from '../../src/contract/errors.ts';
import { toMarkdown } from '../../src/engine/knowledge/query/dql/markdown.ts';
import { parseQuery } from '../../src/engine/knowledge/query/dql/parse.ts';
import type { QueryAnswer, TaskGrouping } from '../../src/engine/knowledge/query/dql/result.ts';
import { runQuery } from '../../src/engine/knowledge/query/dql/run.ts';
import { nestTasks, type TaskNode } from '../../src/engine/knowledge/query/dql/tasks.ts';
import { createEnv } from '../../src/engine/knowledge/query/env.ts';
import { Pages } from '../../src/engine/knowledge/query/page/pages.ts';
import { guardedPatterns } from '../../src/engine/knowledge/query/patterns.ts';
import {
  LayeredValue,
  type ObjectValue,
  OverlayValue,
} from '../../src/engine/knowledge/query/values/value.ts';
import {
  hasOracle,
  oracleLines,
  oracleNowMs,
  oracleVault,
  oracleZone,
} from '../support/dataview-oracle.ts';
import { encode, encodeItem, isSame } from '../support/encode-value.ts';
import { finish } from '../support/query.ts';

interface Case {
  readonly id: string;
  readonly group: string;
  readonly input: { readonly query: string; readonly origin: string };
  readonly expected: Record<string, unknown> & {
    readonly error?: { readonly class: string };
    readonly order?: 'exact' | 'any' | 'source';
  };
}

const zone = oracleZone;
const pages = new Pages(oracleVault(), zone);
const patterns = guardedPatterns();

/** What we answer to a case, in the notation of the oracle. */
function answer({ query, origin }: Case['input']): Record<string, unknown> {
  try {
    const env = createEnv({ pages, patterns, from: origin, nowMs: oracleNowMs });
    const parsed = parseQuery(query, { nowMs: oracleNowMs, zone });
    const { answer: found } = finish(runQuery(parsed, { pages, env, from: origin }));
    const markdown = found.type === 'calendar' ? {} : { markdown: toMarkdown(found, env) };
    return { ...toOracle(found), ...markdown };
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    return { error: { class: thrown.about.reason === 'query-failed' ? 'execution' : 'parse' } };
  }
}

function toOracle(found: QueryAnswer): Record<string, unknown> {
  switch (found.type) {
    case 'table': {
      const { headers, values, idMeaning } = found;
      return { type: 'table', headers, idMeaning, values: values.map((row) => row.map(encode)) };
    }
    case 'list':
      return {
        type: 'list',
        primaryMeaning: found.idMeaning,
        values: found.values.map(encode),
      };
    case 'calendar':
      return {
        type: 'calendar',
        values: found.values.map(({ date, link }) => ({ date: encode(date), link: encode(link) })),
      };
    case 'task':
      return { type: 'task', values: toTasks(found.tasks), nested: toTree(found.tasks) };
  }
}

function toTasks(tasks: TaskGrouping): unknown[] {
  if (tasks.kind === 'tasks') return tasks.tasks.map((task) => encodeItem(task, ownOf(task)));
  return tasks.groups.map(({ key, rows }) => ({ key: encode(key), rows: toTasks(rows) }));
}

function ownOf(task: ObjectValue): ObjectValue {
  if (task instanceof OverlayValue) return ownOf(task.base);
  return task instanceof LayeredValue ? task.first : task;
}

function toTree(tasks: TaskGrouping): unknown[] {
  if (tasks.kind === 'tasks') return nestTasks(tasks.tasks).map(toNode);
  return tasks.groups.map(({ key, rows }) => ({ key: encode(key), rows: toTree(rows) }));
}

function toNode({ item, children }: TaskNode): unknown {
  return { path: item.get('path'), line: item.get('line'), children: children.map(toNode) };
}

/** Rows in no fixed order are compared as a bag. */
function settle(value: Record<string, unknown>, order: string | undefined): unknown {
  const { order: _, needs: __, ...rest } = value;
  if (order !== 'any' || !Array.isArray(rest.values)) return rest;
  const sorted = (list: unknown) =>
    Array.isArray(list)
      ? list
          .map((row) => JSON.stringify(sortKeys(row)))
          .sort()
          .map((row) => JSON.parse(row))
      : list;
  return { ...rest, values: sorted(rest.values), nested: sorted(rest.nested) };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sortKeys(member)]),
  );
}

test.runIf(hasOracle)('queries have the answers that Dataview gives them', () => {
  const cases = oracleLines<Case>('queries.jsonl');
  const wrong = cases.filter(({ input, expected }) => {
    const got = answer(input);
    if (expected.error) return !isSame({ class: expected.error.class }, got.error);
    return !isSame(settle(expected, expected.order), settle(got, expected.order));
  });
  const shown = wrong.slice(0, 10).map(({ id, input, expected }) => {
    const got = answer(input);
    const parts = Object.keys({ ...expected, ...got }).filter(
      (key) => key !== 'order' && !isSame(expected[key], got[key]),
    );
    return { id, ...input, parts: parts.map((key) => [key, expected[key], got[key]]) };
  });
  expect(shown, `${wrong.length} of ${cases.length} differ`).toEqual([]);
});
