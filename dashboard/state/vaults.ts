import { signal } from '@preact/signals';
import { call, currentVault } from '../api/call.ts';
import { loadDiffs } from './diffs.ts';
import { loadFiles } from './files.ts';
import { toastError } from './toasts.ts';
import { version } from './version.ts';

/** The names of the vaults that are served. */
export const vaults = signal<readonly string[]>([]);

const key = 'vaultd-vault';

export async function loadVaults(): Promise<void> {
  const served = (await call('vault.list', {})).vaults.map(({ name }) => name);
  vaults.value = served;
  const last = localStorage.getItem(key);
  currentVault.value = served.find((name) => name === last) ?? served[0];
}

export function chooseVault(name: string): void {
  localStorage.setItem(key, name);
  currentVault.value = name;
  version.value++;
  Promise.all([loadFiles(), loadDiffs()]).catch(toastError);
}
