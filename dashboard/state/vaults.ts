import { effect, signal } from '@preact/signals';
import { call, currentVault } from '../api/call.ts';
import { go, goInstead, namedVault, route } from '../kit/route.ts';
import { loadApprovals } from './approvals.ts';
import { loadDiffs } from './diffs.ts';
import { findFile, forgetFiles, loadFiles } from './files.ts';
import { toastError } from './toasts.ts';
import { version } from './version.ts';

/** The names of the vaults that are served. */
export const vaults = signal<readonly string[]>([]);

const key = 'vaultd-vault';

/** The vault of the address, or the one that was open last. */
export async function loadVaults(): Promise<void> {
  const served = (await call('vault.list', {})).vaults.map(({ name }) => name);
  vaults.value = served;
  const find = (wanted: string | null | undefined): string | undefined =>
    served.find((name) => name === wanted);
  const first = find(route.value.vault) ?? find(localStorage.getItem(key)) ?? served[0];
  currentVault.value = first;
  if (served.length < 2) return;
  namedVault.value = first;
  // Every place names its vault, so that it can be kept as a bookmark.
  if (route.value.vault !== first) goHere();
}

/** The back button, or an address that was typed, may lead into another vault. */
export function followAddress(): void {
  effect(() => {
    const { vault } = route.value;
    if (vault !== undefined && vault !== currentVault.peek() && vaults.value.includes(vault)) {
      open(vault).catch(toastError);
    }
  });
}

/** Stays in the same view: with the same search, and with the same note where there is one. */
export async function chooseVault(name: string): Promise<void> {
  const { view, rest, params } = route.value;
  namedVault.value = name;
  go(view, '', view === 'search' ? Object.fromEntries(params) : {});
  await open(name);
  if (view === 'notes' && findFile(rest) !== undefined) goInstead(view, rest);
}

async function open(name: string): Promise<void> {
  localStorage.setItem(key, name);
  namedVault.value = name;
  currentVault.value = name;
  forgetFiles();
  version.value++;
  await Promise.all([loadFiles(), loadDiffs(), loadApprovals()]);
}

function goHere(): void {
  const { view, rest, params } = route.value;
  goInstead(view, rest, Object.fromEntries(params));
}
