import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { toRecord } from '../../kit/records.ts';
import { unifiedDiff } from '../../operations/unified-diff.ts';
import { UsageError } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { requireDaemon } from '../daemon-client.ts';
import type { Output } from '../output.ts';
import { toAge } from '../times.ts';

interface Diff {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly client: string;
  readonly since: string;
  readonly is_stale: boolean;
}
interface DiffTexts extends Diff {
  readonly old_text: string;
  readonly new_text: string;
}

const actions = ['list', 'show', 'accept', 'reject', 'watch'] as const;
type Action = (typeof actions)[number];

export const ideDiffCommand = defineCommand({
  name: 'ide diff',
  group: 'protocols',
  summary: 'Look at changes that Claude Code proposes, and decide about them.',
  about:
    'Changes are proposed here only while something can show them: the dashboard, an editor, or "vaultd ide diff watch". Whoever decides first decides; Claude Code itself writes the file.',
  args: [
    { name: 'ACTION', summary: 'list, show, accept, reject or watch.' },
    { name: 'ID', summary: 'Which one; the only one that is open when absent.', isOptional: true },
  ],
  flags: {
    text: { type: 'string', value: 'FILE', summary: 'Accept the text of this file instead.' },
  },
  examples: [
    ['vaultd ide diff watch', 'show every change as it is proposed'],
    ['vaultd ide diff show', 'the change that waits, as a unified diff'],
    ['vaultd ide diff accept', 'agree to it'],
  ],
  async run(context, { args: [word = '', id], flags }) {
    const action = actions.find((each) => each === word);
    if (action === undefined) throw new UsageError(`ACTION must be one of ${actions.join(', ')}.`);
    await run[action](context, id, flags.text);
  },
});

const run: Readonly<
  Record<Action, (context: Context, id: string | undefined, file?: string) => Promise<void>>
> = {
  async list({ out, call }) {
    const { diffs } = await call<{ diffs: Diff[] }>('ListDiffs');
    if (out.isJson) out.json(diffs);
    else if (diffs.length === 0) out.say('No change waits for a decision.');
    const rows = diffs.map(({ id, path, client, since, is_stale: isStale }) => [
      id,
      path,
      client,
      `${toAge(since)}${isStale ? ', the file has changed since' : ''}`,
    ]);
    if (!out.isJson) out.table([{}, { isFlexible: true }, {}, {}], rows);
  },
  async show(context, id) {
    const diff = await readDiff(context, id);
    if (context.out.isJson) context.out.json(diff);
    else showDiff(context.out, diff);
  },
  async accept(context, id, file) {
    const diff = await readDiff(context, id);
    const text = file === undefined ? undefined : readFileSync(resolve(context.cwd, file), 'utf8');
    await context.call('ResolveDiff', { id: diff.id, decision: 'accept', text });
    context.out.say(`Accepted the change of ${diff.path}.`);
  },
  async reject(context, id) {
    const diff = await readDiff(context, id);
    await context.call('ResolveDiff', { id: diff.id, decision: 'reject' });
    context.out.say(`Rejected the change of ${diff.path}.`);
  },
  async watch(context) {
    const { out, env } = context;
    const { name } = await context.vault();
    const client = await requireDaemon(env);
    const stop = () => void client.close();
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    const events = ['DiffOpened', 'DiffClosed'];
    const subscription = await client.subscribe({ events, vault: name });
    out.note(out.style.dim('Waiting for changes. Ctrl+C stops.'));
    for await (const { type, data } of subscription) {
      const { id, path, reason }: { id?: string; path?: string; reason?: string } = {
        ...toRecord(data),
      };
      if (out.isJson) out.line(JSON.stringify({ type, data }));
      else if (type === 'DiffClosed') out.line(out.style.dim(`${id} ${path}: ${reason}`));
      else if (type === 'DiffOpened') {
        showDiff(out, await context.call<DiffTexts>('GetDiff', { id }));
        out.line(out.style.bold(`vaultd ide diff accept ${id}   or   reject ${id}`));
      }
    }
  },
};

async function readDiff({ call }: Context, id: string | undefined): Promise<DiffTexts> {
  if (id !== undefined) return call<DiffTexts>('GetDiff', { id });
  const { diffs } = await call<{ diffs: Diff[] }>('ListDiffs');
  const [only, ...others] = diffs;
  if (only !== undefined && others.length === 0) return call<DiffTexts>('GetDiff', { id: only.id });
  throw new UsageError(
    only === undefined ? 'No change waits for a decision.' : 'Several changes wait for a decision.',
    only === undefined ? undefined : 'Say which one; "vaultd ide diff list" has their ids.',
  );
}

function showDiff(out: Output, { path, old_text: before, new_text: after }: DiffTexts): void {
  const { style } = out;
  for (const line of unifiedDiff(path, before, after)) {
    const paint = line.startsWith('+') ? style.green : line.startsWith('-') ? style.red : undefined;
    out.line(paint === undefined ? line : paint(line));
  }
}
