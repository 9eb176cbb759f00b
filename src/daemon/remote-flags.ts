import { join } from 'node:path';
import { type Environment, remoteDir } from './places.ts';

export interface RemoteFlags {
  readonly vaultRoot: string;
  readonly socket: string;
  readonly tokenFile: string;
  readonly verbose: boolean;
  readonly version: boolean;
}

/** Said on stderr, with exit code 2. */
export class RemoteUsageError extends Error {}

export const remoteUsage = `Usage: vaultd remote --vault-root=DIR [--socket=PATH] [--token-file=PATH] [--verbose]

  --vault-root=DIR   the vault to serve
  --socket=PATH      where to listen (default ~/.obsidian-remote/server.sock)
  --token-file=PATH  where to write the token (default ~/.obsidian-remote/token)
  --verbose          log what clients do
  --version          print the version
`;

const valueFlags = ['vault-root', 'socket', 'token-file', 'capabilities-file'];
const switches = ['verbose', 'version'];
const trueWords = ['', '1', 't', 'T', 'true', 'TRUE', 'True'];
const falseWords = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

/**
 * The command line as the plugin writes it, in the manner of Go: one dash or two, `=` or a word of
 * its own, and nothing is read after the first word that is no flag.
 */
export function parseRemoteFlags(words: readonly string[], env: Environment): RemoteFlags {
  const values = readWords(words);
  const vaultRoot = values.get('vault-root') ?? '';
  const version = values.has('version');
  if (!version && vaultRoot === '') throw new RemoteUsageError('--vault-root is required');
  return {
    vaultRoot,
    socket: values.get('socket') || join(remoteDir(env), 'server.sock'),
    tokenFile: values.get('token-file') || join(remoteDir(env), 'token'),
    verbose: values.has('verbose'),
    version,
  };
}

function readWords(words: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const [, name, inline] = /^--?([^-=][^=]*)(?:=(.*))?$/s.exec(words[at] ?? '') ?? [];
    if (name === undefined) break;
    if (switches.includes(name)) {
      if (toSwitch(name, inline ?? '')) values.set(name, '');
      else values.delete(name);
    } else if (valueFlags.includes(name)) {
      const value = inline ?? words[++at];
      if (value === undefined) throw new RemoteUsageError(`flag needs an argument: --${name}`);
      values.set(name, value);
    } else
      throw new RemoteUsageError(name === 'h' || name === 'help' ? '' : `unknown flag: --${name}`);
  }
  return values;
}

function toSwitch(name: string, word: string): boolean {
  if (trueWords.includes(word)) return true;
  if (falseWords.includes(word)) return false;
  throw new RemoteUsageError(`invalid value ${JSON.stringify(word)} for --${name}`);
}
