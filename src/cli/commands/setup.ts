import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { UsageError } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import {
  type ClientSetup,
  clientSetups,
  mergeEntry,
  type ServerEntry,
  toSnippet,
} from '../setup-clients.ts';
import { findAround } from '../vault-access.ts';

const names = clientSetups.map(({ name }) => name);

export const setupCommand = defineCommand({
  name: 'setup',
  group: 'protocols',
  brief: 'connect an agent',
  summary: 'Show how an agent connects to a vault, or write it down for it.',
  about: `Clients are ${names.join(', ')}. Without --write nothing is changed.`,
  args: [
    { name: 'CLIENT', summary: `One of ${names.join(', ')}.` },
    { name: 'VAULT', summary: 'Folder of notes.', isOptional: true, kind: 'folder' },
  ],
  flags: {
    write: { type: 'boolean', summary: "Merge it into the client's configuration file." },
    name: { type: 'string', value: 'NAME', summary: 'What the client calls the server.' },
  },
  examples: [
    ['vaultd setup cursor ~/Notes', 'see what to put where'],
    ['vaultd setup claude-desktop ~/Notes --write', 'have it put there'],
  ],
  async run(context, { args, flags }) {
    const [client = '', folder] = args;
    const setup = clientSetups.find(({ name }) => name === client);
    if (setup === undefined) {
      throw new UsageError(`There is no client "${client}".`, `Clients are ${names.join(', ')}.`);
    }
    const { cwd, env, out, common } = context;
    const home = env.HOME || homedir();
    const file = setup.file({ home, cwd, platform: process.platform, env });
    const entry = toEntry(context, folder ?? common.vault, flags.name);
    if (!flags.write) {
      out.note(`# ${file}`);
      out.write(toSnippet(setup, entry));
      return;
    }
    writeEntry(file, setup, entry);
    out.say(`Wrote "${entry.name}" to ${file}. ${setup.next}`);
  },
});

/** Clients are started without the paths of a shell, so everything is named in full. */
function toEntry(
  { cwd, env }: Context,
  folder: string | undefined,
  name: string | undefined,
): ServerEntry {
  const vault = folder ?? env.OBSIDIAN_VAULT_PATH ?? findAround(cwd);
  if (vault === undefined) {
    throw new UsageError('Which vault?', 'Name its folder, or run this inside of it.');
  }
  const root = resolve(cwd, vault);
  return {
    name: name ?? basename(root),
    command: process.execPath,
    args: [realpathSync(process.argv[1] ?? ''), 'mcp', root],
  };
}

function writeEntry(file: string, setup: ClientSetup, entry: ServerEntry): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  let merged: string;
  try {
    merged = mergeEntry(text, setup, entry);
  } catch {
    throw new UsageError(
      `${file} is not plain JSON, so nothing was changed.`,
      'Put in by hand what the command prints without --write.',
    );
  }
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, merged, { mode: 0o600 });
  renameSync(temporary, file);
}
