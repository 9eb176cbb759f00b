import { signal } from '@preact/signals';
import { coalesce } from '../../src/kit/coalesce.ts';
import { call } from '../api/call.ts';
import { listen } from '../api/events.ts';
import type { Output } from '../api/operations.ts';
import { titleOf } from '../kit/paths.ts';
import { go, route } from '../kit/route.ts';
import { toast, toastError } from './toasts.ts';

export type Diff = Output<'diff.list'>['diffs'][number];

/** Proposed changes that wait for a decision. */
export const diffs = signal<readonly Diff[]>([]);

/** One call at a time, so that no older answer replaces a newer one. */
export const loadDiffs = coalesce(async () => {
  const { diffs: all } = await call('diff.list', {});
  diffs.value = all.filter(({ isDecidedElsewhere }) => !isDecidedElsewhere);
});

export function followDiffs(): void {
  listen('diff', ({ happened, id, client, path, isDecidedElsewhere }) => {
    loadDiffs().catch(toastError);
    if (happened !== 'opened' || isDecidedElsewhere) return;
    const show = (): void => go('review', id);
    // A user who is writing is not interrupted.
    if (route.value.view === 'notes' && isEditing()) {
      toast(`${client} proposes a change to ${titleOf(path)}.`, 'plain', {
        label: 'Review',
        run: show,
      });
    } else show();
  });
  listen('lagged', () => {
    loadDiffs().catch(toastError);
  });
}

function isEditing(): boolean {
  return document.querySelector('[data-editing]') !== null;
}
