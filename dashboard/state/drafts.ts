import { signal } from '@preact/signals';

/** Text of a note that is not saved, and which version of the note it was made from. */
export interface Draft {
  readonly text: string;
  /** Empty when the note did not exist. */
  readonly etag: string;
}

/** Leaving a note keeps its draft; leaving the page asks first. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

export function keepDraft(path: string, draft: Draft | undefined): void {
  const next = new Map(drafts.value);
  if (draft === undefined) next.delete(path);
  else next.set(path, draft);
  drafts.value = next;
}

addEventListener('beforeunload', (event) => {
  if (drafts.value.size > 0) event.preventDefault();
});
