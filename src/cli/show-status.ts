import { homedir } from 'node:os';
import type { Client } from '../protocols/local/client/client.ts';
import { plural, toSize } from './numbers.ts';
import type { Output } from './output.ts';

interface VaultRow {
  readonly name: string;
  readonly path: string;
  readonly notes: number;
  readonly files: number;
  readonly bytes: number;
  readonly read_only: boolean;
  readonly index: string;
}

interface Status {
  readonly pid?: number;
  readonly version?: string;
  readonly uptime_seconds?: number;
  readonly rss_bytes?: number;
  readonly clients?: number;
  readonly dropped_events?: number;
  readonly index?: Readonly<Record<string, { readonly watch?: Watch }>>;
  readonly protocols?: readonly { readonly protocol: string; readonly lines: readonly string[] }[];
  readonly journal?: Readonly<Record<string, { readonly steps: number; readonly bytes: number }>>;
}

interface Watch {
  readonly mode: string;
  readonly reason?: string;
  readonly watched: number;
  readonly polled: number;
}

/** The whole daemon on one screen. */
export async function showStatus(out: Output, client: Client, status: Status): Promise<void> {
  const { style } = out;
  const { version, pid, uptime_seconds: uptime = 0, rss_bytes: memory = 0 } = status;
  out.line(
    `${style.green('●')} vaultd ${version} is running ${style.dim(`(pid ${pid}, up ${toDuration(uptime)}, ${toSize(memory)} of memory)`)}`,
  );
  const vaults = await client.call<VaultRow[]>('ListVaults');
  out.line();
  out.line(style.bold('Vaults'));
  for (const { name, path, notes, bytes, read_only: readOnly, index } of vaults) {
    out.line(`  ${name}  ${style.dim(toHomely(path))}`);
    const facts = [
      plural(notes, 'note'),
      toSize(bytes),
      `index ${index}`,
      toHistory(status.journal?.[name]),
      readOnly ? style.yellow('read-only') : '',
    ];
    out.line(`    ${facts.filter(Boolean).join(', ')}`);
    const watch = status.index?.[name]?.watch;
    if (watch !== undefined && watch.polled > 0) {
      const why = watch.reason === undefined ? '' : `: ${watch.reason}`;
      out.line(style.yellow(`  ${name}: ${watch.polled} folders are polled${why}`));
    }
  }
  out.line();
  out.line(style.bold('Protocols'));
  const protocols = (status.protocols ?? []).flatMap(({ protocol, lines }) =>
    lines.map((line) => [`  ${protocol}`, toHomely(line)]),
  );
  // Addresses are there to be copied, so they are not cut.
  out.table([{}, {}], protocols);
  await showClients(out, client);
}

async function showClients(out: Output, client: Client): Promise<void> {
  const clients = await client.call<readonly Record<string, unknown>[]>('ListClients');
  const others = clients.filter(({ name }) => name !== 'cli');
  if (others.length === 0) return;
  out.line();
  out.line(out.style.bold('Clients'));
  out.table(
    [{}, {}, {}],
    others.map((each) => [
      `  ${each.client}`,
      String(each.name ?? ''),
      `${each.subscriptions} subscriptions, ${each.queued} events waiting, ${each.dropped} dropped`,
    ]),
  );
}

function toHistory(journal: { steps: number; bytes: number } | undefined): string {
  return journal === undefined
    ? ''
    : `history of ${plural(journal.steps, 'step')} (${toSize(journal.bytes)})`;
}

/** People know where their home is. */
function toHomely(text: string): string {
  return text.replaceAll(`${homedir()}/`, '~/');
}

function toDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
