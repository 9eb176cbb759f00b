import { effect, signal } from '@preact/signals';
import type { TextRange } from '../../src/contract/workspace.ts';
import { call } from '../api/call.ts';
import { listen } from '../api/events.ts';
import { go } from '../kit/route.ts';

/** What this page shows, as it is shared with assistants. */
export interface Shown {
  readonly path: string;
  readonly selection?: { readonly range: TextRange; readonly text: string };
  readonly isDirty: boolean;
}

export const shown = signal<Shown | undefined>(undefined);

const quietMs = 120;
const repeatMs = 5 * 60_000;

/** Reports every change to the daemon, and repeats the report so that it does not expire. */
export function reportWorkspace(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const now = shown.value;
    clearTimeout(timer);
    timer = setTimeout(() => report(now), quietMs);
  });
  setInterval(() => report(shown.value), repeatMs);
  // After a break the daemon has forgotten us.
  listen('hello', () => report(shown.value));
  listen('workspace', ({ happened, path, selection }) => {
    if (happened !== 'open-wanted' || path === undefined) return;
    go('notes', path, selection ? { line: String(selection.start.line) } : {});
  });
}

function report(now: Shown | undefined): void {
  const input =
    now === undefined
      ? { open: [], diffs: true }
      : {
          active: now.path,
          open: [now.path],
          dirty: now.isDirty ? [now.path] : [],
          diffs: true,
          ...(now.selection && { selection: now.selection.range, text: now.selection.text }),
        };
  // The next report has everything again, so a lost one does not matter.
  call('workspace.setState', input).catch(() => undefined);
}
