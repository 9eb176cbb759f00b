import { toRecord } from '../../kit/records.ts';
import type { Client } from '../../protocols/local/client/client.ts';
import { printDiff } from '../change.ts';
import { type Declaration, handCommand } from '../command.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { followEvents, withDaemon } from '../daemon-client.ts';
import { textFlag } from '../flags.ts';
import type { AnswerOf } from '../operations.ts';
import type { Output } from '../output.ts';
import { flexible, left } from '../table.ts';
import { toAge } from '../times.ts';
import { UsageError } from '../usage-error.ts';
import { resolveNote } from '../words.ts';

export const ideCommands: readonly Declaration[] = [
  handCommand({
    name: 'ide status',
    summary: 'Show where Claude Code finds the vaults, and which sessions are connected.',
    byHand: 'Shows a part of the status of the daemon.',
    examples: [['vaultd ide status', 'ports, lock files and sessions']],
    async run({ out, env }) {
      const vaults = await withDaemon(env, readIdeStatus);
      out.result(vaults, () => {
        for (const vault of vaults) showVault(out, vault);
      });
      if (isEditorTerminal(env)) out.note(editorTerminal);
    },
  }),
  handCommand({
    name: 'ide env',
    summary:
      'Print the environment variables that connect Claude Code to a vault from any folder or terminal.',
    byHand: 'Shows a part of the status of the daemon.',
    examples: [
      ['env $(vaultd ide env) claude', 'start Claude Code connected to the vault'],
      ['vaultd ide env --vault Work', 'for one of several vaults'],
    ],
    async run(context) {
      const { out } = context;
      const { daemon, name, root } = await context.vault();
      const vaults = daemon === undefined ? [] : await readIdeStatus(daemon);
      const found = vaults.find(({ folders }) => folders.includes(root));
      if (found === undefined) {
        throw new CommandError(
          `No daemon serves the IDE protocol for ${JSON.stringify(name)}.`,
          'Start it with "vaultd daemon start".',
        );
      }
      const port = String(found.port);
      const variables = { CLAUDE_CODE_SSE_PORT: port, ENABLE_IDE_INTEGRATION: 'true' };
      const lines = Object.entries(variables).map(([key, value]) => `${key}=${value}`);
      out.result(variables, () => out.lines(lines));
    },
  }),
  handCommand({
    name: 'ide diff',
    summary: 'Review changes that Claude Code proposes.',
    about:
      'A change can be decided here while something shows it: the dashboard, an editor, or "vaultd ide diff watch"; otherwise in Claude Code only. The first decision counts. Claude Code itself writes the file.',
    byHand: 'Lists, shows, decides and watches, by an operation each.',
    args: [
      {
        name: 'ACTION',
        summary: 'list, show (the default), accept, reject or watch.',
        isOptional: true,
      },
      {
        name: 'ID',
        summary: 'The id of the change; not needed if there is only one.',
        isOptional: true,
      },
    ],
    flags: { text: textFlag('FILE', 'Accept the text of this file instead.') },
    examples: [
      ['vaultd ide diff', 'the proposed change, as a unified diff'],
      ['vaultd ide diff watch', 'show every change as it is proposed'],
      ['vaultd ide diff accept', 'accept it'],
    ],
    async run(context, { args: [action = 'show', id], flags: { text } }) {
      if (action === 'list') return listDiffs(context);
      if (action === 'watch') return watchDiffs(context);
      if (action === 'show') return showDiff(context, await readDiff(context, id));
      if (action !== 'accept' && action !== 'reject') {
        throw new UsageError('ACTION must be one of list, show, accept, reject and watch.');
      }
      await decide(context, await readDiff(context, id), action, text);
    },
  }),
  handCommand({
    name: 'mention',
    operation: 'Mention',
    brief: '',
    summary: 'Mention notes, or lines of them, to a Claude Code session.',
    byHand: 'One request for each word, which is a note and its lines.',
    args: [
      {
        name: 'NOTE[:FROM-TO]',
        summary: 'Its name, path or wikilink; lines are counted from 1.',
        isMany: true,
        kind: 'note',
      },
    ],
    flags: {
      session: { value: 'ID', summary: 'Which session (default: the last active one).' },
      all: { summary: 'Every session that is connected.' },
    },
    examples: [
      ['vaultd mention "Garden plan"', 'put a note into the prompt of Claude Code'],
      ['vaultd mention Plan:10-15 Budget', 'lines of one note, and another one'],
    ],
    async run(context, { args, params }) {
      const mentioned: unknown[] = [];
      for (const word of args) {
        const { name, lines } = parseMention(word);
        const path = await resolveNote(context, name);
        const answer = await context.call('Mention', { ...params, path, ...lines });
        mentioned.push({ path, ...answer });
        context.out.say(`Mentioned ${path}.`);
      }
      if (context.out.isJson) context.out.json(mentioned);
    },
  }),
];

/** People count lines from one, the wire from zero. */
export function parseMention(word: string): {
  name: string;
  lines: { lineStart?: number; lineEnd?: number };
} {
  const [, name = word, from, to = from] = /^(.+?)(?::(\d+)(?:-(\d+))?)?$/s.exec(word) ?? [];
  if (from === undefined || to === undefined) return { name, lines: {} };
  if (Number(from) < 1 || Number(to) < 1) throw new UsageError('Lines are counted from 1.');
  return { name, lines: { lineStart: Number(from) - 1, lineEnd: Number(to) - 1 } };
}

/** What the IDE protocol says about one vault. */
interface IdeVault {
  readonly vault: string;
  readonly port: number;
  readonly lock_files: readonly string[];
  readonly folders: readonly string[];
  readonly share: string;
  readonly clients: readonly IdeClient[];
}

interface IdeClient {
  readonly session: string;
  readonly name?: string;
  readonly version?: string;
  readonly pid?: number;
  readonly folder?: string;
  readonly since: string;
}

interface ProtocolStatus {
  readonly protocol: string;
  readonly lines: readonly string[];
  readonly vaults?: readonly IdeVault[];
}

/** The IDE protocol of the running daemon. Throws when it is closed. */
async function readIdeStatus(client: Client): Promise<readonly IdeVault[]> {
  const { protocols = [] }: { protocols?: readonly ProtocolStatus[] } = await client.status();
  const ide = protocols.find(({ protocol }) => protocol === 'ide');
  if (ide?.vaults !== undefined) return ide.vaults;
  throw new CommandError(
    `The IDE protocol is not open${ide === undefined ? '' : `: ${ide.lines.join(' ')}`}.`,
    'Check the ide table of the configuration.',
  );
}

/** In such a terminal Claude Code connects only to the editor that it belongs to. */
function isEditorTerminal(env: NodeJS.ProcessEnv): boolean {
  const hasPort = Boolean(env.CLAUDE_CODE_SSE_PORT);
  return !hasPort && (env.TERM_PROGRAM === 'vscode' || Boolean(env.FORCE_CODE_TERMINAL));
}

const editorTerminal =
  'This terminal belongs to an editor, so Claude Code connects only to that editor. Start it with the variables of "vaultd ide env", or with TERM_PROGRAM emptied.';

function showVault(out: Output, { vault, port, lock_files, share, clients }: IdeVault): void {
  const { bold, dim } = out.style;
  out.line(`${bold(vault)}  127.0.0.1:${port}  ${dim(`shares: ${share}`)}`);
  out.lines(lock_files.map((file) => `  ${dim(file)}`));
  const rows = clients.map(({ session, name, version, pid, folder, since }) => {
    const program = [name, version].filter(Boolean).join(' ');
    const place = folder ?? (pid === undefined ? '' : `pid ${pid}`);
    return ['', session, program, place, toAge(since)];
  });
  if (rows.length > 0) out.table([left, left, left, flexible, left], rows);
  else {
    out.say(`  ${dim('No session is connected. Start Claude Code in the vault and type /ide.')}`);
  }
}

async function listDiffs({ out, call }: Context): Promise<void> {
  const { diffs } = await call('ListDiffs', {});
  out.list(
    diffs,
    [left, flexible, left, left],
    ({ id, path, client, since, is_stale: isStale, is_decided_elsewhere: isElsewhere }) => [
      id,
      path,
      client,
      `${toAge(since)}${isStale ? ', the file has changed since' : ''}${isElsewhere ? ', decide in Claude Code' : ''}`,
    ],
    'No change waits for a decision.',
  );
}

async function decide(
  context: Context,
  { id, path }: AnswerOf<'GetDiff'>,
  decision: 'accept' | 'reject',
  file: string | undefined,
): Promise<void> {
  const isEdited = decision === 'accept' && file !== undefined;
  const text = isEdited ? context.readFile(file) : undefined;
  await context.call('ResolveDiff', { id, decision, text });
  context.out.say(`${decision === 'accept' ? 'Accepted' : 'Rejected'} the change of ${path}.`);
}

async function watchDiffs(context: Context): Promise<void> {
  const { out, env } = context;
  const { name } = await context.vault();
  const filter = { events: ['DiffOpened', 'DiffClosed'], vault: name };
  const ready = () => out.note(out.style.dim('Waiting for changes. Ctrl+C stops.'));
  await followEvents(env, { filter, ready }, async ({ type, data }) => {
    const { id, path, reason } = toRecord(data);
    if (out.isJson) out.line(JSON.stringify({ type, data }));
    else if (type === 'DiffClosed') out.line(out.style.dim(`${id} ${path}: ${reason}`));
    else if (type === 'DiffOpened') {
      await showDiff(context, await context.call('GetDiff', { id: String(id) }));
      out.line(out.style.bold(`vaultd ide diff accept ${id}   or   reject ${id}`));
    }
  });
}

async function readDiff({ call }: Context, id: string | undefined): Promise<AnswerOf<'GetDiff'>> {
  if (id !== undefined) return call('GetDiff', { id });
  const { diffs } = await call('ListDiffs', {});
  const here = diffs.filter(({ is_decided_elsewhere: isElsewhere }) => !isElsewhere);
  const [only, ...others] = here.length > 0 ? here : diffs;
  if (only !== undefined && others.length === 0) return call('GetDiff', { id: only.id });
  if (only === undefined) throw new CommandError('No change waits for a decision.');
  throw new UsageError(
    'Several changes wait for a decision.',
    'Name one by its id; "vaultd ide diff list" shows the ids.',
  );
}

async function showDiff(context: Context, diff: AnswerOf<'GetDiff'>): Promise<void> {
  if (context.out.isJson) return context.out.json(diff);
  await printDiff(context, diff.path, diff.old_text, diff.new_text);
  if (diff.is_decided_elsewhere) context.out.note('Accept or reject it in Claude Code.');
}
