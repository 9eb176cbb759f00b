import type { Attachment } from './daemon.ts';

/** What the status bar shows. */
export interface Status {
  readonly state: Attachment;
  readonly isPaused: boolean;
  /** Proposals that wait for a decision. */
  readonly waiting: number;
  /** The active note is kept from assistants. */
  readonly isPrivate: boolean;
}

/** How to start a daemon, or add this vault to one. */
export const startCommand = 'vaultd daemon start';

export function addCommand(folder: string): string {
  return `vaultd vault add "${folder}"`;
}

/** One sentence about the connection. */
export function describeState(state: Attachment): string {
  switch (state.kind) {
    case 'attached':
      return `Attached to vault ${state.vault}.`;
    case 'waiting':
      return 'No daemon is running. Waiting for one.';
    case 'not-served':
      return 'The daemon does not serve this vault.';
    case 'too-old':
      return `The daemon (${state.version}) is too old for this plugin. Update vaultd.`;
    case 'stopped':
      return 'Not started.';
  }
}

const words: Readonly<Record<Attachment['kind'], string>> = {
  attached: 'vaultd',
  waiting: 'vaultd: waiting',
  'not-served': 'vaultd: vault not served',
  'too-old': 'vaultd: daemon too old',
  stopped: 'vaultd: off',
};

/** The item of the status bar: a dot, a word, and what the user should know. */
export function drawStatus(element: HTMLElement, status: Status): void {
  const { state, isPaused, waiting, isPrivate } = status;
  element.empty();
  element.addClass('vaultd-status', 'mod-clickable');
  element.setAttribute('aria-label', describeState(state));
  element.dataset.state = state.kind;
  element.createSpan({ cls: 'vaultd-dot' });
  element.createSpan({ cls: 'vaultd-word', text: words[state.kind] });
  if (isPaused) element.createSpan({ cls: 'vaultd-paused', text: 'paused' });
  if (isPrivate) element.createSpan({ cls: 'vaultd-private', text: 'private' });
  if (waiting > 0) {
    element.createSpan({ cls: 'vaultd-waiting', text: `${waiting} to review` });
  }
}
