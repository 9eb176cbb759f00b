import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findNearest } from '../../kit/nearest.ts';
import { type Declaration, handCommand } from '../command.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { switchFlag, textFlag } from '../flags.ts';
import { setJsonValue } from '../json-edit.ts';
import {
  type ClientSetup,
  clientSetups,
  findServers,
  mergeEntry,
  placesOf,
  removeServerEntry,
  type ServerEntry,
  toSnippet,
  toStarted,
} from '../setup-clients.ts';
import { findHttpAddress } from '../setup-http.ts';
import { UsageError } from '../usage-error.ts';
import { findVaultFolder } from '../vault-folder.ts';

const clientNames = clientSetups.map(({ name }) => name).join(', ');
const vaultArgument = {
  name: 'VAULT',
  summary: 'Folder of notes.',
  isOptional: true,
  kind: 'vault',
} as const;

export const protocolCommands: readonly Declaration[] = [
  handCommand({
    name: 'remote',
    brief: '',
    summary: 'Serve one vault to the Obsidian plugin for remote vaults.',
    about:
      'Takes the command line of the plugin’s own daemon: --vault-root=DIR [--socket=PATH] [--token-file=PATH] [--verbose] [--version]. Socket and token are in ~/.obsidian-remote unless set otherwise. See docs/remote.md.',
    byHand: 'A server, with the command line of the one it replaces.',
    examples: [
      ['vaultd remote --vault-root="$HOME/Notes"', 'serve a vault where the plugin expects it'],
    ],
    isRaw: true,
    async run({ common: { vault } }, { args }) {
      const { remote } = await import('../../daemon/remote.ts');
      await remote(vault === undefined ? args : [`--vault-root=${vault}`, ...args]);
    },
  }),
  handCommand({
    name: 'mcp',
    brief: 'serve an agent on stdio',
    summary: 'Serve one vault to an agent over MCP on standard input and output.',
    about:
      'Uses a daemon that serves the vault, or else opens the vault in this process. The environment variables of docs/mcp.md limit what the agent can read and change.',
    byHand: 'A server. The executable starts it without loading this file.',
    isRaw: true,
    args: [vaultArgument],
    flags: {
      attach: {
        ...textFlag('WHEN', 'Whether to use a running daemon.'),
        choices: ['auto', 'always', 'never'],
      },
      toolset: {
        ...textFlag(
          'SET',
          'Which tools: those for a vault, the bundle of docs/bundle.md, or both.',
        ),
        choices: ['vault', 'bundle', 'both'],
      },
      strict: switchFlag('Offer only what the REST-based server offers.'),
      results: {
        ...textFlag('FORM', 'What results contain: text, data, or data with a summary.'),
        choices: ['text', 'structured', 'both'],
      },
    },
    examples: [['vaultd mcp ~/Notes', 'what an agent starts']],
    async run({ common: { vault } }, { args }) {
      const { runMcp } = await import('../../daemon/mcp.ts');
      await runMcp(vault === undefined ? args : [...args, vault], process.env);
    },
  }),
  handCommand({
    name: 'setup',
    brief: 'connect an agent',
    summary: 'Show how an agent connects to a vault, or set it up.',
    about: `Clients: ${clientNames}. Without --write nothing is changed.`,
    byHand: 'Writes configuration files of other programs.',
    args: [
      { name: 'CLIENT', summary: 'Which client.', kind: 'setup client' },
      { ...vaultArgument, summary: 'Folder or name of the vault (default: the one you are in).' },
    ],
    flags: {
      http: switchFlag('Reach the daemon over HTTP, with its token, instead of a process.'),
      write: switchFlag("Merge it into the client's configuration file."),
      remove: switchFlag("Remove it from the client's configuration file."),
      name: textFlag('NAME', 'What the client calls the server.'),
      'diff-tool': {
        ...textFlag(
          'WHERE',
          'Where Claude Code shows changes: its terminal, or a connected editor.',
        ),
        choices: ['terminal', 'auto'],
      },
    },
    examples: [
      ['vaultd setup cursor ~/Notes', 'print what to add, and where'],
      ['vaultd setup claude-desktop ~/Notes --write', 'add it'],
      ['vaultd setup cursor ~/Notes --http --write', 'over HTTP, with the token'],
      ['vaultd setup cursor --remove', 'remove it again'],
      ['vaultd setup claude-code --diff-tool terminal --write', 'diffs in its terminal'],
    ],
    async run(context, { args: [client = '', folder], flags }) {
      const setup = clientSetups.find(({ name }) => name === client);
      if (setup === undefined) {
        const nearest = findNearest(
          client,
          clientSetups.map(({ name }) => name),
        );
        const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
        throw new UsageError(
          `There is no client ${JSON.stringify(client)}.${meant}`,
          `Clients are ${clientNames}.`,
        );
      }
      const { cwd, env, out, common } = context;
      const file = setup.file(placesOf(env, cwd));
      if (flags.remove) return removeServer(context, setup, file, flags.name ?? folder);
      const entry = await toEntry(context, setup, folder ?? common.vault, flags);
      const diffTool = flags['diff-tool'];
      if (diffTool !== undefined && client !== 'claude-code') {
        throw new UsageError('--diff-tool works only with claude-code.');
      }
      if (flags.write) {
        writeSettings(file, (text) => mergeEntry(text, setup, entry));
        out.say(`Wrote "${entry.name}" to ${file}. ${setup.next}`);
      } else {
        out.note(`# ${file}`);
        out.write(toSnippet(setup, entry));
      }
      if (client === 'claude-code') setDiffTool(context, diffTool, flags.write);
    },
  }),
];

async function toEntry(
  context: Context,
  setup: ClientSetup,
  folder: string | undefined,
  { name: wanted, http: isHttp }: { name?: string | undefined; http: boolean },
): Promise<ServerEntry> {
  if (isHttp && setup.http === undefined) {
    throw new UsageError(`${setup.title} starts its servers itself.`, 'Leave out --http.');
  }
  const root = await findVaultFolder(context, folder, {
    question: 'Which vault should the client use?',
    usage: 'vaultd setup CLIENT FOLDER',
  });
  const name = wanted ?? basename(root);
  if (isHttp && setup.http !== undefined) {
    const address = await findHttpAddress(context.env, root, setup.name);
    return { name, settings: setup.http(address) };
  }
  // Clients start it without the paths of a shell, so everything is named in full.
  const args = [realpathSync(process.argv[1] ?? ''), 'mcp', root];
  return toStarted(setup, { name, command: process.execPath, args });
}

/** Removes the server that is named, else every one that starts this program. */
function removeServer(
  { out }: Context,
  setup: ClientSetup,
  file: string,
  wanted: string | undefined,
): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const names = wanted === undefined ? findServers(text, setup) : [basename(wanted)];
  let left: string | undefined = text;
  try {
    for (const name of names) left = left && removeServerEntry(left, setup, name);
  } catch {
    throw cannotEdit(file);
  }
  if (left === text) {
    out.say(`There is no server of vaultd in ${file}.`);
    return;
  }
  if (left === undefined) rmSync(file);
  else replaceFile(file, left);
  out.say(`Removed ${names.map((name) => `"${name}"`).join(', ')} from ${file}.`);
}

/** Claude Code shows no diff of its own while an editor is connected, unless it is told to. */
function setDiffTool(
  { env, out }: Context,
  diffTool: string | undefined,
  isWritten: boolean,
): void {
  const file = join(env.CLAUDE_CONFIG_DIR || env.HOME || homedir(), '.claude.json');
  if (diffTool === undefined) {
    const how = 'vaultd setup claude-code --diff-tool terminal --write';
    out.note(`To see diffs in the terminal of Claude Code, not in the dashboard: ${how}`);
  } else if (isWritten) {
    writeSettings(file, (text) => setJsonValue(text, ['diffTool'], diffTool));
    out.say(`Set "diffTool" to "${diffTool}" in ${file}. Restart Claude Code.`);
  } else {
    out.note(`# ${file}`);
    out.write(`${JSON.stringify({ diffTool }, null, 2)}\n`);
  }
}

/** Replaces a settings file of another program as a whole. */
function writeSettings(file: string, change: (text: string) => string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  let merged: string;
  try {
    merged = change(text);
  } catch {
    throw cannotEdit(file);
  }
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, merged);
}

function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, file);
}

function cannotEdit(file: string): CommandError {
  return new CommandError(
    `${file} cannot be edited, so nothing was changed.`,
    'Run this command without --write, and add what it prints by hand.',
  );
}
