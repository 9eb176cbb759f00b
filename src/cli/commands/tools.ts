import { toRecord, tryParseJson } from '../../kit/records.ts';
import type { Event } from '../../protocols/local/client/index.ts';
import { type Declaration, handCommand } from '../command.ts';
import { completionScripts } from '../completion.ts';
import { connectDaemon, followEvents } from '../daemon-client.ts';
import { listFlag, type Params, textFlag } from '../flags.ts';
import { clientFiles, placesOf } from '../setup-clients.ts';
import type { Style } from '../style.ts';
import { UsageError } from '../usage-error.ts';

export const toolCommands: readonly Declaration[] = [
  handCommand({
    name: 'events',
    brief: '',
    summary: 'Show what happens in the vaults, live.',
    byHand: 'Subscribes to events, which no operation does.',
    flags: {
      topic: listFlag(
        'TOPIC',
        'notes, files, index, steps, editors, diffs, policy, clients, config, lifecycle, or * for all.',
      ),
      prefix: { ...textFlag('FOLDER', 'Only below this folder.'), kind: 'folder' },
      from: {
        type: 'number',
        value: 'SEQ',
        summary: 'Start with this event, if the daemon still has it.',
      },
    },
    examples: [
      ['vaultd events', 'a readable feed on a terminal, one JSON line per event in a pipe'],
      ['vaultd events --topic notes --prefix Projects', 'only notes of one folder'],
    ],
    async run(context, { flags: { topic, prefix, from } }) {
      const { out, env, common } = context;
      const filter = {
        ...(topic.length > 0 && { topics: topic }),
        ...(common.vault && { vault: (await context.vault()).name }),
        ...(prefix && { path_prefix: prefix }),
      };
      const isReadable = out.isTerminal && !out.isJson;
      const ready = () => {
        if (isReadable) out.note(out.style.dim('Listening. Ctrl+C stops.'));
      };
      await followEvents(env, { filter, from, ready }, ({ type, data }) =>
        out.line(isReadable ? toLine({ type, data }, out.style) : JSON.stringify({ type, data })),
      );
    },
  }),
  handCommand({
    name: 'call',
    brief: '',
    summary: 'Send one request over the local wire and print its result.',
    about:
      'Methods and their parameters are described in docs/local-wire.md. GetCapabilities lists them.',
    byHand: 'Sends any request as it is written.',
    args: [
      { name: 'METHOD', summary: 'Name of the method.', kind: 'method' },
      {
        name: 'JSON',
        summary: 'Its parameters; "-" reads them from standard input.',
        isOptional: true,
      },
    ],
    examples: [
      ['vaultd call Ping', 'is the daemon running?'],
      [`vaultd call ReadNote '{"path":"Inbox.md"}'`, 'read a note with its etag'],
    ],
    async run(context, { args: [method = '', json] }) {
      const params = parseParams(json === '-' ? await context.readStdin() : json);
      const daemon = await connectDaemon(context.env);
      if (daemon === undefined) return context.out.json(await context.ask(method, params ?? {}));
      const { vault } = context.common;
      try {
        // Sent as it is: a request that is written by hand names the vault itself.
        context.out.json(await daemon.call(method, vault ? { vault, ...params } : params));
      } finally {
        await daemon.close();
      }
    },
  }),
  handCommand({
    name: 'doctor',
    brief: 'find and fix problems',
    summary: 'Check for problems and say how to fix them.',
    about: 'Exits with 1 if there is a problem.',
    byHand: 'Examines the machine around the daemon.',
    examples: [['vaultd doctor', 'when something does not work']],
    async run({ out, env, cwd, exitWith }) {
      const { examine } = await import('../../daemon/doctor.ts');
      const { parse } = await import('smol-toml');
      const findings = await examine(env, clientFiles(placesOf(env, cwd), parse));
      const hasProblem = findings.some(({ level }) => level === 'problem');
      if (hasProblem) exitWith(1);
      if (out.isJson) return out.json(findings);
      const { green, yellow, red, dim } = out.style;
      const signs = { good: green('✓'), warning: yellow('!'), problem: red('✗') };
      for (const { level, what, fix } of findings) {
        out.line(`${signs[level]} ${what}`);
        if (fix !== undefined) out.line(`  ${dim(fix)}`);
      }
      out.say(hasProblem ? '' : '\nNo problems found.');
    },
  }),
  handCommand({
    name: 'completion',
    brief: '',
    summary: 'Print a completion script for your shell.',
    byHand: 'Prints a script.',
    args: [{ name: 'SHELL', summary: 'bash, zsh or fish.', kind: 'shell' }],
    examples: [
      ['source <(vaultd completion bash)', 'in ~/.bashrc'],
      ['vaultd completion zsh > ~/.zfunc/_vaultd', 'in a folder of $fpath'],
      ['vaultd completion fish > ~/.config/fish/completions/vaultd.fish', 'once'],
    ],
    async run({ out }, { args: [shell = ''] }) {
      const script = completionScripts[shell];
      if (script !== undefined) return out.write(script);
      throw new UsageError(
        `There is no completion for ${JSON.stringify(shell)}.`,
        `One of ${Object.keys(completionScripts).join(', ')}.`,
      );
    },
  }),
];

/** Time, what, where, and who did it. */
function toLine({ type, data }: Pick<Event, 'type' | 'data'>, style: Style): string {
  const { at, vault, path, from, to, origin, seq, epoch, topic, etag, previous_etag, ...rest } =
    toRecord(data);
  const time = style.dim(new Date(String(at)).toLocaleTimeString('en-GB'));
  const where = from === undefined ? String(path ?? '') : `${from} → ${to}`;
  const details = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
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
  const { protocol, client } = toRecord(origin);
  return client === undefined ? String(origin) : `${client} (${protocol})`;
}

function parseParams(json: string | undefined): Params | undefined {
  if (json === undefined || json.trim() === '') return undefined;
  const params = tryParseJson(json);
  if (typeof params === 'object' && params !== null) return { ...params };
  throw new UsageError(
    'The parameters must be a JSON object.',
    `For example '{"path":"Inbox.md"}'.`,
  );
}
