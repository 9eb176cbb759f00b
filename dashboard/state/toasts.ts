import { signal } from '@preact/signals';
import { sayError } from '../api/call.ts';

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
  toasts.value = [...toasts.value.slice(-3), { id, tone, text, ...(action && { action }) }];
  setTimeout(() => dismiss(id), tone === 'bad' ? shownMs * 2 : shownMs);
}

export function toastError(thrown: unknown): void {
  toast(sayError(thrown), 'bad');
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}
