import { QueryBudget } from './budget.ts';
import type { Pages } from './page/pages.ts';
import type { Patterns } from './patterns.ts';
import { type DataviewSettings, defaultSettings, type Env } from './values/env.ts';

export interface EnvOptions {
  readonly pages: Pages;
  readonly patterns: Patterns;
  /** The note from which links are seen. */
  readonly from: string;
  readonly nowMs: number;
  readonly settings?: Partial<DataviewSettings> | undefined;
  readonly budget?: QueryBudget | undefined;
}

/** What expressions of one query depend on. */
export function createEnv(options: EnvOptions): Env {
  const { pages, patterns, from, nowMs, settings, budget } = options;
  const { source, zone } = pages;
  const resolve = (link: string) => source.resolve(withoutSubpath(link), from);
  return {
    settings: { ...defaultSettings, ...settings },
    zone,
    nowMs,
    patterns,
    budget: budget ?? new QueryBudget(),
    links: {
      page: (path) => {
        const target = resolve(path);
        return target === undefined ? undefined : pages.find(target);
      },
      normalize: (path) => resolve(path) ?? path,
    },
  };
}

function withoutSubpath(link: string): string {
  const hash = link.indexOf('#');
  return hash === -1 ? link : link.slice(0, hash);
}

/** What the settings of the vault's Dataview say about answers. What is missing or odd says nothing. */
export function readDataviewSettings(raw: unknown): Partial<DataviewSettings> {
  if (typeof raw !== 'object' || raw === null) return {};
  const found = new Map<string, unknown>(Object.entries(raw));
  const text = (name: string): string | undefined => {
    const value = found.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const settings = {
    renderNullAs: text('renderNullAs'),
    defaultDateFormat: text('defaultDateFormat'),
    defaultDateTimeFormat: text('defaultDateTimeFormat'),
    tableIdColumnName: text('tableIdColumnName'),
    allowHtml: found.get('allowHtml') === false ? false : undefined,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
