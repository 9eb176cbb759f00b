import { signal } from '@preact/signals';
import { coalesce } from '../../src/kit/coalesce.ts';
import { call } from '../api/call.ts';
import { listen } from '../api/events.ts';
import type { Output } from '../api/operations.ts';
import { go, route } from '../kit/route.ts';
import { toast, toastError } from './toasts.ts';

export type Approval = Output<'approval.list'>['approvals'][number];

/** Changes of agents that wait for a person, newest first. */
export const waiting = signal<readonly Approval[]>([]);

/** One call at a time, so that no older answer replaces a newer one. */
export const loadApprovals = coalesce(async () => {
  waiting.value = (await call('approval.list', {})).approvals;
});

export function followApprovals(): void {
  const reload = (): void => {
    loadApprovals().catch(toastError);
  };
  listen('approval', ({ happened, id, client }) => {
    reload();
    if (happened !== 'waiting' || route.value.view === 'approvals') return;
    toast(`${client} wants to change notes and waits for you.`, 'plain', {
      label: 'Show',
      run: () => go('approvals', id),
    });
  });
  listen('lagged', reload);
}
