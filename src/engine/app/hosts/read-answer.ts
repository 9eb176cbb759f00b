import { VaultError } from '../../../contract/errors.ts';
import { systemCode } from '../../store/vault/system-errors.ts';
import type { Ran } from './run-program.ts';

/** Lines about updates may come before any answer. */
const notice =
  /installer.*(?:out of date|outdated|update)|updated app package|new version.*available/i;

/**
 * What the command line tool of the app said, or the failure that it means. With the app running
 * it ends well whatever happens, so only the text tells.
 */
export function readAnswer({ stdout, stderr, code }: Ran): string {
  const text = withoutNotices(stdout);
  if (/unable to find obsidian/i.test(stderr)) throw notRunning();
  const failure = failures.find(({ says }) => says.test(text));
  if (failure !== undefined) throw failure.make(firstLine(text));
  if (code !== 0) throw failed(firstLine(stderr) || `it ended with ${code ?? 'a signal'}`);
  return text;
}

/** A failure to start the tool at all. */
export function toStartError(thrown: unknown): unknown {
  const code = systemCode(thrown);
  if (code === 'ENOENT' || code === 'EACCES') return notInstalled();
  return thrown;
}

/** Whether a command was not known, as it happens while the app is still opening a vault. */
export function isUnknownCommand(thrown: unknown): boolean {
  return thrown instanceof VaultError && thrown.about.reason === 'cli-command-unavailable';
}

function withoutNotices(stdout: string): string {
  const lines = stdout.split(/\r?\n/);
  while (
    lines[0] !== undefined &&
    (notice.test(lines[0]) || (lines[0] === '' && lines.length > 1))
  ) {
    lines.shift();
  }
  return lines.join('\n').trimEnd();
}

interface Failure {
  readonly says: RegExp;
  make(line: string): VaultError;
}

const failures: readonly Failure[] = [
  { says: /^Command line interface is not enabled/i, make: switchedOff },
  { says: /^Vault not found\./i, make: unknownVault },
  { says: /^Error: File ".*" not found\./i, make: missingFile },
  { says: /^Error: Command ".*" not found/i, make: unknownCommand },
  { says: /^Error: Destination file already exists/i, make: taken },
  { says: /^Error: No template folder configured/i, make: noTemplates },
  { says: /^Error: Invalid (?:number|date)/i, make: badValue },
  { says: /^Error: File is not a markdown file/i, make: notMarkdown },
  { says: /^Error: (?:No active file|Missing required parameter)/i, make: ourMistake },
  { says: /^(?:Error|[A-Z][A-Za-z]*(?:Error|Exception)): /, make: failed },
];

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? '';
}

function notInstalled(): VaultError {
  return new VaultError('unavailable', 'The command line tool of Obsidian was not found.', {
    reason: 'cli-not-found',
    hint: 'Install Obsidian 1.12.7 or later and switch on Settings → General → Command line interface, or work without the app (--host files).',
  });
}

function notRunning(): VaultError {
  return new VaultError('unavailable', 'Obsidian is not running.', {
    reason: 'app-not-running',
    hint: 'Please start Obsidian and try again, or work without the app (--host files).',
  });
}

function switchedOff(): VaultError {
  return new VaultError('unavailable', 'The command line interface of Obsidian is switched off.', {
    reason: 'cli-disabled',
    hint: 'Switch it on in Obsidian under Settings → General → Command line interface.',
  });
}

export function unknownVault(): VaultError {
  return new VaultError('not-found', 'Obsidian does not know this vault.', {
    reason: 'app-vault-missing',
    hint: 'Open its folder as a vault in Obsidian once.',
  });
}

function missingFile(): VaultError {
  return new VaultError('not-found', 'Obsidian does not find the note.', {
    reason: 'app-file-missing',
    hint: 'Check the name of the note.',
  });
}

function unknownCommand(line: string): VaultError {
  return new VaultError('unavailable', 'Obsidian does not offer this command.', {
    reason: 'cli-command-unavailable',
    hint: 'A plugin may have to be switched on, or Obsidian to be updated.',
    data: { detail: line },
  });
}

function taken(): VaultError {
  return new VaultError('already-exists', 'There is already a file of this name.', {
    hint: 'Choose another name.',
  });
}

function noTemplates(): VaultError {
  return new VaultError('unavailable', 'The vault has no folder for templates.', {
    reason: 'templates-not-configured',
    hint: 'Choose one in the settings of the Templates plugin, or leave template out.',
  });
}

function badValue(line: string): VaultError {
  return new VaultError('invalid-input', line.replace(/^Error: /, ''), {
    hint: 'Give a value of the right type.',
  });
}

function notMarkdown(): VaultError {
  return new VaultError('invalid-input', 'The file is not a Markdown note.', {
    reason: 'not-a-note',
    hint: 'Name a note.',
  });
}

function ourMistake(line: string): VaultError {
  return new VaultError('internal', 'Something went wrong inside vaultd.', { cause: line });
}

function failed(line: string): VaultError {
  return new VaultError('unavailable', 'Obsidian could not do this.', {
    reason: 'cli-failure',
    hint: 'See what is going on in Obsidian, then try again.',
    data: { detail: line },
  });
}
