import { computed, signal } from '@preact/signals';
import { overviewLimits } from '../../src/contract/overview-limits.ts';
import { coalesce } from '../../src/kit/coalesce.ts';
import { call } from '../api/call.ts';
import { listen } from '../api/events.ts';
import type { Output } from '../api/operations.ts';
import { titleOf } from '../kit/paths.ts';
import { runSoon } from '../kit/soon.ts';
import { toastError } from './toasts.ts';

/** A file that can be opened, with what it takes to find it by typing. */
export interface KnownFile {
  readonly path: string;
  readonly mtime: number;
  readonly aliases: readonly string[];
}

const byPath = signal<ReadonlyMap<string, KnownFile>>(new Map());
export const isLoaded = signal(false);

/** Every file of the vault, in no order. */
export const files = computed(() => [...byPath.value.values()]);

export function findFile(path: string): KnownFile | undefined {
  return byPath.value.get(path);
}

/** Paths by the last part of them, without the ending of notes and in lower case. */
const byName = computed(() => {
  const names = new Map<string, string[]>();
  for (const path of byPath.value.keys()) {
    const name = titleOf(path).toLowerCase();
    const those = names.get(name);
    if (those === undefined) names.set(name, [path]);
    else those.push(path);
  }
  return names;
});

/** What a link means in a text that belongs to no note: the path itself, or the nearest to the root. */
export function findByName(target: string): string | undefined {
  const wanted = target.replace(/\.md$/i, '').toLowerCase();
  const those = byName.value.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? [];
  return those
    .filter((path) => `/${path.replace(/\.md$/i, '').toLowerCase()}`.endsWith(`/${wanted}`))
    .sort((a, b) => a.split('/').length - b.split('/').length || a.length - b.length)[0];
}

/** Reads the whole list; events of the daemon keep it up to date. */
export function loadFiles(): Promise<void> {
  wantsAll = true;
  return update();
}

/** Another vault has other files. */
export function forgetFiles(): void {
  byPath.value = new Map();
  isLoaded.value = false;
}

export function followFiles(): void {
  listen('change', ({ changes, reset }) => {
    if (reset || changes.some(({ type }) => type === 'folder')) return reload();
    for (const change of changes) {
      changed.add(change.path);
      if (change.kind === 'renamed') changed.add(change.newPath);
    }
    later();
  });
  listen('lagged', reload);
}

const changed = new Set<string>();
let wantsAll = false;

/** A burst of changes is one call. */
const later = runSoon(() => {
  update().catch(toastError);
}, 60);

function reload(): void {
  loadFiles().catch(toastError);
}

/** One call at a time, so that no older answer replaces a newer one. */
const update = coalesce(async () => {
  const paths = [...changed];
  const isWhole = wantsAll || paths.length > overviewLimits.namesAskedMax;
  changed.clear();
  wantsAll = false;
  try {
    const there = toFiles(await call('note.complete', isWhole ? {} : { paths }));
    const next = new Map(isWhole ? [] : byPath.value);
    for (const path of paths) next.delete(path);
    for (const file of there) next.set(file.path, file);
    byPath.value = next;
    isLoaded.value = true;
  } catch (thrown) {
    wantsAll = true;
    throw thrown;
  }
});

function toFiles({ paths, mtimes, aliases, titles }: Output<'note.complete'>): KnownFile[] {
  const names = new Map<number, string[]>();
  for (const [at, name] of [...aliases, ...titles]) {
    const those = names.get(at);
    if (those === undefined) names.set(at, [name]);
    else those.push(name);
  }
  return paths.map((path, at) => ({
    path,
    mtime: mtimes[at] ?? 0,
    aliases: names.get(at) ?? none,
  }));
}

const none: readonly string[] = [];
