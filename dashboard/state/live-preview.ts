import { effect, signal } from '@preact/signals';

const key = 'vaultd-live-preview';

/** Whether the editor hides marks where the cursor is not. */
export const isLivePreview = signal(localStorage.getItem(key) !== 'off');

effect(() => localStorage.setItem(key, isLivePreview.value ? 'on' : 'off'));
