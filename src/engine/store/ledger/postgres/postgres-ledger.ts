import { ledgerLimits } from '../../../../contract/ledger-limits.ts';
import { parseVaultPath, type VaultPath } from '../../../../contract/paths.ts';
import { deflate, inflate } from '../../deflate.ts';
import {
  type CommitOutcome,
  collisionKey,
  foldersAbove,
  type HeadsPage,
  type Ledger,
  type LedgerEntry,
  type LedgerFacts,
  type LedgerPage,
  type LedgerStep,
  type MachineReport,
} from '../ledger.ts';
import type { DatabaseAddress } from './address.ts';
import { type DatabaseClient, openClient } from './client.ts';

/** What `commit_steps` says of one step. */
interface OutcomeRow {
  readonly number?: number;
  readonly stale?: readonly string[];
  readonly path?: string;
  readonly with?: string;
}

const channel = 'vaultd';

/** One vault of a ledger in PostgreSQL. Connects when it is first asked for something. */
export class PostgresLedger implements Ledger {
  readonly #client: DatabaseClient;
  readonly #vault: string;
  readonly #bells = new Set<() => void>();

  constructor(connection: DatabaseAddress, vault: string) {
    this.#client = openClient(connection);
    this.#vault = vault;
  }

  commit(
    steps: readonly LedgerStep[],
    contents: ReadonlyMap<string, Buffer>,
  ): Promise<readonly CommitOutcome[]> {
    return commit(this.#client, this.#vault, steps, contents);
  }

  since(number: number, max: number): Promise<LedgerPage> {
    const vault = this.#vault;
    return this.#client.run(async (sql) => {
      const [row] = await sql`
        select head, pruned, coalesce((
          select jsonb_agg(jsonb_build_object('id', id, 'number', number, 'body', body)
            order by number)
          from (select * from vaultd.step where vault = ${vault} and number > ${number}
            order by number limit ${max}) as page
        ), '[]') as steps
        from vaultd.vault where id = ${vault}`;
      if (row === undefined) throw noVault();
      const isPruned = number < Number(row.pruned);
      return { entries: isPruned ? [] : row.steps.map(toEntry), head: Number(row.head), isPruned };
    });
  }

  outcome(id: string): Promise<number | undefined> {
    return this.#client.run(async (sql) => {
      // Waits for a commit that is still under way behind a link that broke, then looks.
      const [row] = await sql.begin(async (own) => {
        await own`select from vaultd.vault where id = ${this.#vault} for share`;
        return own`select number from vaultd.step where vault = ${this.#vault} and id = ${id}`;
      });
      return row === undefined ? undefined : Number(row.number);
    });
  }

  contents(hash: string): Promise<Buffer | undefined> {
    return this.#client.run(async (sql) => {
      const [row] = await sql`
        select size, stored from vaultd.content where vault = ${this.#vault} and hash = ${hash}`;
      return row === undefined ? undefined : inflate(row.stored, row.size);
    }, ledgerLimits.longAnswerMs);
  }

  heads(after: VaultPath | undefined, max: number): Promise<HeadsPage> {
    const vault = this.#vault;
    return this.#client.run(async (sql) => {
      const [row] = await sql`
        select head, coalesce((
          select jsonb_agg(jsonb_build_object('path', path, 'version', version, 'number', number)
            order by path)
          from (select path, version, number from vaultd.head
            where vault = ${vault} and path > ${after ?? ''} order by path limit ${max}) as page
        ), '[]') as heads
        from vaultd.vault where id = ${vault}`;
      if (row === undefined) throw noVault();
      return { heads: row.heads, number: Number(row.head) };
    });
  }

  report({ id, name, applied, conflicts }: MachineReport): Promise<number> {
    return this.#client.run(async (sql) => {
      const [row] = await sql`
        insert into vaultd.machine (vault, id, name, applied, conflicts, seen_at)
        values (${this.#vault}, ${id}, ${name}, ${applied}, ${conflicts}, clock_timestamp())
        on conflict (vault, id) do update set name = excluded.name, applied = excluded.applied,
          conflicts = excluded.conflicts, seen_at = excluded.seen_at
        returning floor(extract(epoch from seen_at) * 1000) as now`;
      return Number(row?.now);
    });
  }

  facts(): Promise<LedgerFacts> {
    const vault = this.#vault;
    return this.#client.run(async (sql) => {
      const [row] = await sql`
        select name, head, pruned, coalesce((
          select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'applied', applied,
            'conflicts', conflicts,
            'seenAt', floor(extract(epoch from seen_at) * 1000)) order by name, id)
          from vaultd.machine where vault = ${vault}
        ), '[]') as machines
        from vaultd.vault where id = ${vault}`;
      if (row === undefined) throw noVault();
      const { name, head, pruned, machines } = row;
      return { vault, name, head: Number(head), pruned: Number(pruned), machines };
    });
  }

  prune({ ageMsMax, bytesMax }: { ageMsMax: number; bytesMax: number }): Promise<number> {
    return this.#client.run(async (sql) => {
      const [row] = await sql`
        select vaultd.prune_steps(${this.#vault}, ${ageMsMax}, ${bytesMax}) as removed`;
      return Number(row?.removed);
    }, ledgerLimits.longAnswerMs);
  }

  onChange(listener: () => void): () => void {
    if (this.#bells.size === 0) {
      this.#client.listen(channel, (payload) => {
        if (payload !== undefined && payload !== this.#vault) return;
        for (const bell of [...this.#bells]) bell();
      });
    }
    this.#bells.add(listener);
    return () => this.#bells.delete(listener);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** What follows one another in one value, and where each content is in it. */
function pack(contents: ReadonlyMap<string, Buffer>) {
  let offset = 0;
  const pieces: Buffer[] = [];
  const places = [...contents].map(([h, bytes]) => {
    const stored = deflate(bytes);
    pieces.push(stored);
    const place = { h, s: bytes.length, o: offset, n: stored.length };
    offset += stored.length;
    return place;
  });
  return { places, bytes: Buffer.concat(pieces) };
}

async function commit(
  client: DatabaseClient,
  vault: string,
  steps: readonly LedgerStep[],
  contents: ReadonlyMap<string, Buffer>,
): Promise<readonly CommitOutcome[]> {
  const { places, bytes } = pack(contents);
  const isLong = bytes.length > ledgerLimits.groupBytesMax || steps.some(hasManyChanges);
  const rows = await client.run(
    async (sql) => {
      const sent = JSON.stringify(steps.map(toRow));
      const [row] = await sql`
        select vaultd.commit_steps(${vault}, ${sent}::text::jsonb,
          ${JSON.stringify(places)}::text::jsonb, ${bytes}) as outcomes`;
      return row?.outcomes as readonly OutcomeRow[];
    },
    isLong ? ledgerLimits.longAnswerMs : ledgerLimits.answerMs,
  );
  return rows.map(toOutcome);
}

function hasManyChanges({ changes }: LedgerStep): boolean {
  return changes.length > ledgerLimits.groupStepsMax;
}

/** The step as the function of the database takes it: what it compares beside what it keeps. */
function toRow(step: LedgerStep) {
  const { id, changes, ...body } = step;
  const added = changes.filter(({ after }) => after !== null);
  const folders = new Set(added.flatMap(({ path }) => foldersAbove(path)));
  const named = (path: VaultPath) => ({ path, key: collisionKey(path) });
  return {
    id,
    body: { ...body, changes },
    changes: changes.map(({ path, before, after }) => ({ ...named(path), before, after })),
    folders: [...folders].map(named),
  };
}

function toEntry({ id, number, body }: { id: string; number: number; body: object }): LedgerEntry {
  return { id, number, ...body } as LedgerEntry;
}

function toOutcome({ number, stale, path, with: other }: OutcomeRow): CommitOutcome {
  if (number !== undefined) return { outcome: 'committed', number };
  if (stale !== undefined) return { outcome: 'stale', paths: stale.map(parseVaultPath) };
  return {
    outcome: 'collides',
    path: parseVaultPath(path ?? ''),
    with: parseVaultPath(other ?? ''),
  };
}

function noVault(): Error {
  return Object.assign(new Error('no such vault'), { code: 'VD001' });
}
