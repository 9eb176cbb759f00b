import { signal } from '@preact/signals';
import { describeProgress } from '../../src/contract/progress.ts';
import { sayError } from '../api/call.ts';
import { listen } from '../api/events.ts';

export interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
}

export const toasts = signal<readonly Toast[]>([]);

const shownMs = 6000;
let ids = 0;

export function toast(text: string, tone: Toast['tone'] = 'plain', action?: Toast['action']): void {
  const id = ++ids;
  put({ id, tone, text, ...(action && { action }) });
  setTimeout(() => dismiss(id), tone === 'bad' ? shownMs * 2 : shownMs);
}

/** Shows how far a change of many files is, as long as the work goes on. */
export async function withProgress<T>(work: () => Promise<T>): Promise<T> {
  const id = ++ids;
  const stop = listen('progress', (step) =>
    put({ id, tone: 'plain', text: describeProgress(step) }),
  );
  try {
    return await work();
  } finally {
    stop();
    dismiss(id);
  }
}

export function toastError(thrown: unknown): void {
  toast(sayError(thrown), 'bad');
}

/** A toast of the same id is replaced where it stands; others make room for a new one. */
function put(shown: Toast): void {
  const isShown = toasts.value.some(({ id }) => id === shown.id);
  toasts.value = isShown
    ? toasts.value.map((each) => (each.id === shown.id ? shown : each))
    : [...toasts.value.slice(-3), shown];
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}
