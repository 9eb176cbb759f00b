import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { findPostgres } from '../../scripts/postgres.mjs';
import { Child, printed } from './child.ts';
import { findProcesses, killProcesses } from './left-behind.ts';
import type { Shared } from './run-host.ts';
import { until } from './until.ts';

const superuser = 'vaultd';

export type PostgresSettings = Readonly<Record<string, string>>;

/** What every server of ours has: only a Unix socket, and nothing outside of its folder. */
const always: PostgresSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0777',
  dynamic_shared_memory_type: 'mmap',
  shared_buffers: '32MB',
  max_connections: '100',
  logging_collector: 'off',
};

/** A server that ends by a signal loses nothing without these; only a loss of power would. */
export const quickSettings: PostgresSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** What a primary and its standby need. */
export const pairSettings: PostgresSettings = {
  fsync: 'off',
  wal_level: 'replica',
  wal_keep_size: '512MB',
  hot_standby: 'on',
  wal_receiver_status_interval: '1',
  wal_retrieve_retry_interval: '100ms',
};

/** A real PostgreSQL server, in a folder of its own and on a Unix socket in it. */
export class Postgres {
  readonly folder: string;
  readonly #bin: string;
  #child: Child | undefined;

  private constructor(folder: string, bin: string) {
    this.folder = folder;
    this.#bin = bin;
  }

  /** A server with an empty cluster, which has not started yet. The folder is made; its path must be short. */
  static async create(folder: string, settings: PostgresSettings): Promise<Postgres> {
    makeFolder(folder);
    const server = new Postgres(folder, reachableBin(folder));
    const options = ['--no-sync', '--no-instructions', '--locale=C', '--encoding=UTF8'];
    await printed(
      join(server.#bin, 'initdb'),
      ['-D', server.#data, '-U', superuser, '--auth=trust', ...options],
      server.#options,
    );
    server.configure({ ...always, ...settings, unix_socket_directories: folder });
    return server;
  }

  /** One that another process started. */
  static at(folder: string): Postgres {
    return new Postgres(folder, '');
  }

  /** Later settings win. They count from the next start. */
  configure(settings: PostgresSettings): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(this.#data, 'postgresql.conf'), lines.join(''));
  }

  async start(): Promise<void> {
    const child = new Child(join(this.#bin, 'postgres'), ['-D', this.#data], this.#options);
    this.#child = child;
    await child.until(() => /^(ready|standby)/.test(this.#statusLines[7] ?? ''), 'PostgreSQL');
  }

  /** Ends its connections, and it. */
  async stop(): Promise<void> {
    await this.#child?.stop('SIGINT');
  }

  /** The machine dies: every process of the server ends at once. */
  async kill(): Promise<void> {
    const sharedMemory = this.#statusLines[6]?.trim().split(/\s+/)[1];
    this.#child?.kill('SIGKILL');
    await until(() => {
      killProcesses(findProcesses(this.#data));
      return findProcesses(this.#data).length === 0;
    }, 'PostgreSQL to end');
    await this.#child?.exited();
    rmSync(join(this.#data, 'postmaster.pid'), { force: true });
    rmSync(this.socket, { force: true });
    // The system keeps this small piece of memory otherwise.
    if (sharedMemory !== undefined) spawnSync('ipcrm', ['-m', sharedMemory]);
  }

  get socket(): string {
    return join(this.folder, '.s.PGSQL.5432');
  }

  url(database = 'postgres'): string {
    return `postgres://${superuser}@${encodeURIComponent(this.folder)}/${database}`;
  }

  /** The same through something that listens on a port and leads to the socket. */
  static urlAt(ports: readonly number[], database: string): string {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    const attributes = ports.length > 1 ? '?target_session_attrs=read-write' : '';
    return `postgres://${superuser}@${hosts}/${database}${attributes}`;
  }

  /** Runs with a connection of its own. */
  async query<T>(run: (sql: postgres.Sql) => Promise<T>, database = 'postgres'): Promise<T> {
    const sql = postgres({
      path: this.socket,
      user: superuser,
      database,
      max: 1,
      onnotice: () => {},
    });
    try {
      return await run(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  async createDatabase(name: string): Promise<void> {
    await this.query((sql) => sql`create database ${sql(name)}`);
  }

  /** Also while programs are connected to it. */
  async dropDatabase(name: string): Promise<void> {
    await this.query((sql) => sql`drop database if exists ${sql(name)} with (force)`);
  }

  /** A standby of this server, which runs, in a folder of its own; it has not started yet. */
  async createStandby(folder: string): Promise<Postgres> {
    makeFolder(folder);
    const standby = new Postgres(folder, this.#bin);
    await this.query(async (sql) => {
      await sql`select pg_backup_start('standby', true)`;
      // Files that come and go while it runs are no part of a backup.
      copyCluster(this.#data, standby.#data);
      const [stopped] = await sql`select labelfile from pg_backup_stop(false)`;
      writeFileSync(join(standby.#data, 'backup_label'), stopped?.labelfile);
    });
    writeFileSync(join(standby.#data, 'standby.signal'), '');
    standby.configure({
      unix_socket_directories: folder,
      primary_conninfo: `host=${this.folder} user=${superuser} application_name=standby`,
    });
    giveAway(folder);
    return standby;
  }

  /** Answers wait until the standby has them, from now on; or do not any more. */
  async waitForStandby(isWanted: boolean): Promise<void> {
    await this.query(async (sql) => {
      const names = isWanted ? '*' : '';
      await sql.unsafe(`alter system set synchronous_standby_names = '${names}'`);
      await sql`select pg_reload_conf()`;
    });
    if (!isWanted) return;
    const isInStep = () =>
      this.query(async (sql) => {
        const rows = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`;
        return rows.length > 0;
      });
    await until(isInStep, 'the standby to be in step');
  }

  /** Makes a standby the primary. Resolves when it takes writes. */
  async promote(): Promise<void> {
    await this.query((sql) => sql`select pg_promote(true, 60)`);
  }

  get #data(): string {
    return join(this.folder, 'data');
  }

  get #options() {
    return {
      ...ordinaryUser(),
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    };
  }

  /** What the server says about itself, one fact per line. */
  get #statusLines(): string[] {
    try {
      return readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n');
    } catch {
      return [];
    }
  }
}

/** The server that all test files share. */
export async function launchPostgres(folder: string): Promise<Shared> {
  const server = await Postgres.create(folder, quickSettings);
  await server.start();
  return {
    address: server.folder,
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root. */
function ordinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { mode: 0o755 });
  giveAway(folder);
}

/** All of a folder to the user that the server runs as. */
function giveAway(folder: string): void {
  const { uid, gid } = ordinaryUser();
  if (uid === undefined || gid === undefined) return;
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, name), uid, gid);
  }
}

/** Where the programs are; a copy of them where the user of the server has no right to go. */
function reachableBin(folder: string): string {
  const bin = findPostgres();
  if (bin === undefined) throw new Error('There is no PostgreSQL. Set POSTGRES_BIN.');
  const tried = spawnSync(join(bin, 'postgres'), ['--version'], { ...ordinaryUser(), cwd: '/' });
  if (tried.status === 0) return bin;
  const copy = join(folder, 'server');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  giveAway(copy);
  return join(copy, 'bin');
}

const leftOut = /\/(pg_wal\/.+|postmaster\.(pid|opts)|pg_stat_tmp\/.+|pg_replslot\/.+)$/;

/** The files of a running server. One that goes away in the meantime is in its log. */
function copyCluster(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.test(source)) continue;
    if (entry.isDirectory()) copyCluster(source, target);
    else copyPresent(source, target);
  }
  chmodSync(to, 0o700);
}

function copyPresent(source: string, target: string): void {
  try {
    cpSync(source, target);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) throw thrown;
  }
}
