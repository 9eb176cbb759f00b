import { VaultError } from '../../../contract/errors.ts';
import { systemCode } from '../../store/vault/system-errors.ts';
import { hostError } from './host-errors.ts';
import type { Ran } from './run-program.ts';

/** Lines about updates may come before any answer. */
const notice =
  /installer.*(?:out of date|outdated|update)|updated app package|new version.*available/i;

/**
 * What the command line tool of the app said, or the failure that it means. With the app running
 * it exits with 0 whatever happens, so only the text shows a failure.
 */
export function readAnswer({ stdout, stderr, code }: Ran): string {
  const text = withoutNotices(stdout);
  if (/unable to find obsidian/i.test(stderr)) throw hostError('app-not-running');
  const [, fail] = failures.find(([says]) => says.test(text)) ?? [];
  if (fail !== undefined) throw fail(firstLine(text));
  if (code !== 0) throw failed(firstLine(stderr) || `it ended with ${code ?? 'a signal'}`);
  return text;
}

/** A failure to start the tool at all. */
export function toStartError(thrown: unknown): unknown {
  const code = systemCode(thrown);
  if (code === 'ENOENT' || code === 'EACCES') return hostError('cli-not-found');
  return thrown;
}

/** Whether a command is unknown, as it is while the app is still opening a vault. */
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

const failed = (detail: string) => hostError('cli-failure', { data: { detail } });

/** What the tool prints when it fails, and the failure that it means; the first that fits counts. */
const failures: readonly (readonly [says: RegExp, fail: (line: string) => VaultError])[] = [
  [/^Command line interface is not enabled/i, () => hostError('cli-disabled')],
  [/^Vault not found\./i, () => hostError('app-vault-missing')],
  [/^Error: File ".*" not found\./i, () => hostError('app-file-missing')],
  [
    /^Error: Command ".*" not found/i,
    (detail) => hostError('cli-command-unavailable', { data: { detail } }),
  ],
  [/^Error: Destination file already exists/i, taken],
  [/^Error: No template folder configured/i, () => hostError('templates-not-configured')],
  [/^Error: Invalid (?:number|date)/i, badValue],
  [/^Error: File is not a markdown file/i, () => hostError('not-a-note')],
  [/^Error: (?:No active file|Missing required parameter)/i, ourMistake],
  [/^(?:Error|[A-Z][A-Za-z]*(?:Error|Exception)): /, failed],
];

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? '';
}

function taken(): VaultError {
  return new VaultError('already-exists', 'There is already a file of this name.', {
    hint: 'Choose another name.',
  });
}

function badValue(line: string): VaultError {
  return new VaultError('invalid-input', line.replace(/^Error: /, ''), {
    hint: 'Give a value of the right type.',
  });
}

function ourMistake(line: string): VaultError {
  return new VaultError('internal', 'Something went wrong inside vaultd.', { cause: line });
}
