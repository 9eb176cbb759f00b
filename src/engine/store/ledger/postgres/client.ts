import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import postgres from 'postgres';
import { ledgerLimits } from '../../../../contract/ledger-limits.ts';
import { LedgerAway } from '../ledger.ts';
import type { DatabaseAddress } from './address.ts';
import { toLedgerError } from './errors.ts';

export type Sql = postgres.Sql<Record<string, never>>;

/** Connections to the database that are made again whenever they fail. */
export interface DatabaseClient {
  /** Runs with a limit of time. A call without an answer ends every connection: the link may be dead. */
  run<T>(work: (sql: Sql) => PromiseLike<T>, timeoutMs?: number): Promise<T>;
  /** Calls back on each notice of a channel, and whenever the connection for it was made again. */
  listen(channel: string, heard: (payload: string | undefined) => void): void;
  close(): Promise<void>;
}

export function openClient(connection: DatabaseAddress): DatabaseClient {
  const channels = new Map<string, (payload: string | undefined) => void>();
  let isClosed = false;
  let sql = connect(connection);

  const listenTo = (channel: string, heard: (payload: string | undefined) => void): void => {
    sql
      .listen(channel, heard, () => heard(undefined))
      .catch(() => {
        // The numbers are asked for from time to time, and a call that works brings the bell back.
      });
  };
  const replace = (): void => {
    void sql.end({ timeout: 0 });
    sql = connect(connection);
    for (const [channel, heard] of channels) listenTo(channel, heard);
  };
  return {
    async run(work, timeoutMs = ledgerLimits.answerMs) {
      if (isClosed) throw new LedgerAway('the connection to the ledger is closed');
      const current = sql;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          if (sql === current && !isClosed) replace();
          reject(new LedgerAway('the database does not answer in time'));
        }, timeoutMs);
      });
      try {
        return await Promise.race([work(current), late]);
      } catch (thrown) {
        throw toLedgerError(thrown);
      } finally {
        clearTimeout(timer);
      }
    },
    listen(channel, heard) {
      channels.set(channel, heard);
      listenTo(channel, heard);
    },
    async close() {
      isClosed = true;
      await sql.end({ timeout: ledgerLimits.closeMs / 1000 });
    },
  };
}

function connect(address: DatabaseAddress): Sql {
  const { hosts, ports, database, user, password } = address;
  return postgres({
    ...toPlaces(hosts, ports),
    database,
    ...(user !== undefined && { user }),
    // A function, so that no error or dump of the options has it.
    ...(password !== undefined && { password: () => password }),
    ssl: toSsl(address),
    max: ledgerLimits.connectionsMax,
    connect_timeout: ledgerLimits.connectMs / 1000,
    keep_alive: ledgerLimits.keepAliveSeconds,
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, ledgerLimits.retryMsMax / 1000),
    ...(hosts.length > 1 && { target_session_attrs: 'read-write' as const }),
    connection: { application_name: 'vaultd' },
    fetch_types: false,
    onnotice: () => {},
  });
}

type Places = Pick<postgres.Options<Record<string, never>>, 'host' | 'path' | 'port'>;

/** The driver takes lists of hosts, which its types leave out. */
function toPlaces(hosts: readonly string[], ports: readonly number[]): Places {
  const [host = ''] = hosts;
  if (host.startsWith('/')) return { path: `${host}/.s.PGSQL.${ports[0]}` };
  return { host: [...hosts], port: [...ports] } as unknown as Places;
}

function toSsl({ tls, hosts }: DatabaseAddress) {
  if (tls === 'off') return false;
  if (tls === 'unverified') return 'require';
  const names = {
    checkServerIdentity: (name: string, certificate: PeerCertificate) =>
      checkName(hosts, name, certificate),
  };
  return typeof tls === 'object' ? { ...names, ca: tls.ca } : names;
}

/** The driver names a host only where it is no address, and Node takes it for `localhost` then. */
function checkName(
  hosts: readonly string[],
  name: string,
  certificate: PeerCertificate,
): Error | undefined {
  const meant = hosts.includes(name) ? [name] : hosts.filter((host) => isIP(host) !== 0);
  const problems = meant.map((host) => checkServerIdentity(host, certificate));
  return problems.includes(undefined) ? undefined : (problems[0] ?? new Error(`no host ${name}`));
}
