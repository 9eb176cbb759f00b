import { effect, signal } from '@preact/signals';
import { coalesce } from '../../src/kit/coalesce.ts';
import { call, currentVault } from '../api/call.ts';
import type { Output } from '../api/operations.ts';
import { toastError } from './toasts.ts';

/** How the vault is shared with other machines. */
export const ledger = signal<Output<'ledger.status'> | undefined>(undefined);

/** One call at a time, so that no older answer replaces a newer one. */
export const loadLedger = coalesce(async () => {
  ledger.value = await call('ledger.status', {});
});

/** Another vault may be shared or not. */
export function followLedger(): void {
  effect(() => {
    if (currentVault.value !== undefined) loadLedger().catch(toastError);
  });
}
