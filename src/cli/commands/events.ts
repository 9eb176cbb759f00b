import { toRecord } from '../../kit/records.ts';
import type { Event } from '../../protocols/local/client/index.ts';
import { defineCommand } from '../command.ts';
import { requireDaemon } from '../daemon-client.ts';
import type { Output } from '../output.ts';
import type { Style } from '../style.ts';

export const eventsCommand = defineCommand({
  name: 'events',
  group: 'daemon',
  brief: 'what happens, live',
  summary: 'Show what happens in the vaults, live.',
  flags: {
    topic: {
      type: 'list',
      value: 'TOPIC',
      summary:
        'notes, files, index, steps, editors, diffs, policy, clients, config, lifecycle, or * for all.',
    },
    prefix: { type: 'string', value: 'FOLDER', summary: 'Only what is below this folder.' },
    from: { type: 'number', value: 'SEQ', summary: 'Begin with this event, if it is still known.' },
  },
  examples: [
    ['vaultd events', 'a readable feed on a terminal, one JSON line per event in a pipe'],
    ['vaultd events --topic notes --prefix Projects', 'only notes of one folder'],
  ],
  async run({ out, env, common }, { flags }) {
    const client = await requireDaemon(env);
    const { topic, prefix, from } = flags;
    const filter = {
      ...(topic.length > 0 && { topics: topic }),
      ...(common.vault && { vault: common.vault }),
      ...(prefix && { path_prefix: prefix }),
    };
    const subscription = await client.subscribe(filter, from);
    const stop = () => void client.close();
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    if (out.isTerminal && !out.isJson) out.note(out.style.dim('Listening. Ctrl+C stops.'));
    for await (const event of subscription) show(out, event);
  },
});

function show(out: Output, event: Event): void {
  if (out.isTerminal && !out.isJson) out.line(toLine(event, out.style));
  else out.line(JSON.stringify({ type: event.type, data: event.data }));
}

/** Time, what, where, and who did it. */
function toLine({ type, data }: Event, style: Style): string {
  const members = toRecord(data);
  const { at, vault, path, from, to, origin, seq, epoch, topic, etag, previous_etag, ...rest } =
    members;
  const time = style.dim(new Date(String(at)).toLocaleTimeString('en-GB'));
  const where = from === undefined ? String(path ?? '') : `${from} → ${to}`;
  const details = Object.entries(rest).map(([name, value]) => `${name}=${toText(value)}`);
  const words = [
    time,
    paint(type, style)(type.padEnd(18)),
    where === '' ? '' : style.bold(where),
    details.join(' '),
    origin === undefined ? '' : style.dim(`by ${toOrigin(origin)}`),
  ];
  return words.filter((word) => word !== '').join('  ');
}

function paint(type: string, style: Style): (text: string) => string {
  if (/Deleted|Denied|Error|Dropped|Removed/.test(type)) return style.red;
  if (/Created|Connected|Ready|Added/.test(type)) return style.green;
  return /Changed|Renamed/.test(type) ? style.yellow : style.cyan;
}

function toOrigin(origin: unknown): string {
  if (typeof origin !== 'object' || origin === null) return String(origin);
  const { protocol, client }: { protocol?: unknown; client?: unknown } = origin;
  return `${client} (${protocol})`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
