import { type About, type ErrorCode, VaultError } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { AppAnswer } from '../../../contract/workspace.ts';

/** The best way to have an app attached, for errors that need one. */
export const howToAttach =
  'Add the companion plugin to the vault with "vaultd plugin install" and open the vault in Obsidian.';

/** How the ways to an app fail: code, message and hint of each reason. */
const failures = {
  'app-only': [
    'unavailable',
    'Only the Obsidian app can do this, and it is not used here.',
    `${howToAttach} Or start the server with --host app or --host auto while Obsidian runs.`,
  ],
  'app-file-missing': [
    'not-found',
    'Obsidian does not find the note.',
    'Check the name of the note.',
  ],
  'app-no-answer': [
    'timed-out',
    'Obsidian did not answer in time.',
    'See whether a question waits in Obsidian, then try again.',
  ],
  'app-not-running': [
    'unavailable',
    'Obsidian is not running.',
    'Please start Obsidian and try again, or work without the app (--host files).',
  ],
  'app-vault-missing': [
    'not-found',
    'Obsidian does not know this vault.',
    'Open its folder as a vault in Obsidian once.',
  ],
  'cli-command-unavailable': [
    'unavailable',
    'Obsidian does not offer this command.',
    'A plugin may have to be switched on, or Obsidian to be updated.',
  ],
  'cli-disabled': [
    'unavailable',
    'The command line interface of Obsidian is switched off.',
    'Switch it on in Obsidian under Settings → General → Command line interface.',
  ],
  'cli-failure': [
    'unavailable',
    'Obsidian could not do this.',
    'See what is going on in Obsidian, then try again.',
  ],
  'cli-not-found': [
    'unavailable',
    'The command line tool of Obsidian was not found.',
    'Install Obsidian 1.12.7 or later and switch on Settings → General → Command line interface, or work without the app (--host files).',
  ],
  'command-failed': [
    'unavailable',
    'Obsidian could not run the command.',
    'See in Obsidian what the command needs, for example an open note.',
  ],
  'command-refused': [
    'forbidden',
    'This command is never run for a client.',
    'Ask the person to run it in Obsidian.',
  ],
  'command-unknown': [
    'not-found',
    'There is no such command.',
    'List the commands to see which there are.',
  ],
  'no-palette': ['not-found', 'No attached app offers commands.', howToAttach],
  'not-a-note': ['invalid-input', 'The file is not a Markdown note.', 'Name a note.'],
  'plugin-key-refused': [
    'unavailable',
    'The Local REST API plugin does not accept the key.',
    'Copy the key from the settings of the plugin to ours.',
  ],
  'plugin-unreachable': [
    'unavailable',
    'The Local REST API plugin of Obsidian does not answer.',
    'Start Obsidian with the plugin switched on, and check the address that was set for it.',
  ],
  'templates-not-configured': [
    'unavailable',
    'The vault has no folder for templates.',
    'Choose one in the settings of the Templates plugin, or leave template out.',
  ],
} as const satisfies Partial<Record<Reason, readonly [ErrorCode, string, string]>>;

/** A failure with the usual words of its reason, or with others. */
export function hostError(
  reason: keyof typeof failures,
  { message, ...about }: Omit<About, 'reason'> & { readonly message?: string } = {},
): VaultError {
  const [code, usual, hint] = failures[reason];
  return new VaultError(code, message ?? usual, { reason, hint, ...about });
}

/** A command that the app does not have. */
export function unknownCommand(id: string, about: Pick<About, 'data' | 'hint'> = {}): VaultError {
  const message = `There is no command "${id}".`;
  return hostError('command-unknown', { message, data: { commandId: id }, ...about });
}

/** A command that the app was asked to run and did not. */
export function commandFailed(
  id: string,
  { why, message }: Extract<AppAnswer, { ok: false }>,
): VaultError {
  const data = { commandId: id, ...(message && { detail: message }) };
  if (why === 'unknown') return unknownCommand(id, { data });
  if (why === 'failed') return hostError('command-failed', { data });
  return hostError('command-refused', {
    message: 'The person at Obsidian does not allow this command.',
    hint: 'Ask them what to do instead.',
    data,
  });
}
