import { computed, signal } from '@preact/signals';
import { currentVault } from '../api/call.ts';

/** Text of a note that is not saved, and which version of the note it was made from. */
export interface Draft {
  readonly text: string;
  /** Empty when the note did not exist. */
  readonly etag: string;
}

type Drafts = ReadonlyMap<string, Draft>;

const none: Drafts = new Map();
const byVault = signal<ReadonlyMap<string, Drafts>>(new Map());

/** Those of the vault that is shown. Leaving a note keeps its draft; leaving the page asks first. */
export const drafts = computed(() => draftsOf(currentVault.value));

export function draftsOf(vault: string | undefined): Drafts {
  return byVault.value.get(vault ?? '') ?? none;
}

/** In the vault that is shown, unless another one is named. */
export function keepDraft(
  path: string,
  draft: Draft | undefined,
  vault = currentVault.peek(),
): void {
  const next = new Map(draftsOf(vault));
  if (draft === undefined) next.delete(path);
  else next.set(path, draft);
  byVault.value = new Map(byVault.value).set(vault ?? '', next);
}

addEventListener('beforeunload', (event) => {
  const isAny = [...byVault.value.values()].some(({ size }) => size > 0);
  if (isAny) event.preventDefault();
});
