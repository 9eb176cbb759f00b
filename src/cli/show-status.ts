import { withTilde } from '../kit/tilde.ts';
import type { Client } from '../protocols/local/client/client.ts';
import { plural, toSize } from './numbers.ts';
import type { Output } from './output.ts';
import { left } from './table.ts';

interface VaultRow {
  readonly name: string;
  readonly path: string;
  readonly notes: number;
  readonly bytes: number;
  readonly read_only: boolean;
  readonly index: string;
}

interface DaemonStatus {
  readonly pid?: number;
  readonly version?: string;
  readonly uptime_seconds?: number;
  readonly rss_bytes?: number;
  readonly index?: Readonly<Record<string, { readonly watch?: Watch }>>;
  readonly protocols?: readonly { readonly protocol: string; readonly lines: readonly string[] }[];
  readonly journal?: Readonly<Record<string, { readonly steps: number; readonly bytes: number }>>;
}

interface Watch {
  readonly reason?: string;
  readonly polled: number;
}

/** The whole daemon on one screen. */
export async function showStatus(out: Output, client: Client, status: DaemonStatus): Promise<void> {
  const { bold, dim, green } = out.style;
  const { version, pid, uptime_seconds: uptime = 0, rss_bytes: memory = 0 } = status;
  const process = `(pid ${pid}, up ${toDuration(uptime)}, ${toSize(memory)} of memory)`;
  out.line(`${green('●')} vaultd ${version} is running ${dim(process)}`);
  out.lines(['', bold('Vaults')]);
  for (const vault of await client.call<VaultRow[]>('ListVaults')) showVault(out, vault, status);
  out.lines(['', bold('Protocols')]);
  const protocols = (status.protocols ?? []).flatMap(({ protocol, lines }) =>
    lines.map((line) => [`  ${protocol}`, withTilde(line)]),
  );
  // Addresses are there to be copied, so they are not cut.
  out.table([left, left], protocols);
  await showClients(out, client);
}

function showVault(
  out: Output,
  { name, path, notes, bytes, read_only: isReadOnly, index }: VaultRow,
  status: DaemonStatus,
): void {
  const { dim, yellow } = out.style;
  const history = status.journal?.[name];
  const facts = [
    plural(notes, 'note'),
    toSize(bytes),
    `index ${index}`,
    history && `${plural(history.steps, 'step')} of history (${toSize(history.bytes)})`,
    isReadOnly && yellow('read-only'),
  ];
  out.line(`  ${name}  ${dim(withTilde(path))}`);
  out.line(`    ${facts.filter(Boolean).join(', ')}`);
  const { polled, reason } = status.index?.[name]?.watch ?? { polled: 0 };
  const why = reason === undefined ? '' : `: ${reason}`;
  if (polled > 0) out.line(yellow(`  ${name}: ${polled} folders are polled${why}`));
}

async function showClients(out: Output, client: Client): Promise<void> {
  const clients = await client.call<readonly Record<string, unknown>[]>('ListClients');
  const others = clients.filter(({ name }) => name !== 'cli');
  if (others.length === 0) return;
  out.lines(['', out.style.bold('Clients')]);
  const rows = others.map((each) => [
    `  ${each.client}`,
    String(each.name ?? ''),
    `${each.subscriptions} subscriptions, ${each.queued} events waiting, ${each.dropped} dropped`,
  ]);
  out.table([left, left, left], rows);
}

function toDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
