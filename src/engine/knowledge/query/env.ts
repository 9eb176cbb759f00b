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
  readonly locale?: string | undefined;
  readonly settings?: Partial<DataviewSettings> | undefined;
  readonly budget?: QueryBudget | undefined;
}

/** What expressions of one query depend on. */
export function createEnv(options: EnvOptions): Env {
  const { pages, patterns, from, nowMs, locale = 'en-US', settings, budget } = options;
  const { source, zone } = pages;
  pages.refresh();
  const collator = collatorOf(locale);
  const resolve = (link: string) => source.resolve(withoutSubpath(link), from);
  return {
    settings: { ...defaultSettings, ...settings },
    locale,
    zone,
    nowMs,
    patterns,
    budget: budget ?? new QueryBudget(),
    collate: (a, b) => collator.compare(a, b),
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

const collators = new Map<string, Intl.Collator>();

function collatorOf(locale: string): Intl.Collator {
  const known = collators.get(locale);
  if (known !== undefined) return known;
  const collator = new Intl.Collator(locale);
  collators.set(locale, collator);
  return collator;
}
