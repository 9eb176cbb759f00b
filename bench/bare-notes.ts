import postgres from 'postgres';
import { hashOf } from '../src/engine/store/vault/hash.ts';
import type { Postgres } from '../test/support/postgres.ts';

/** A table of notes without a ledger: what PostgreSQL itself takes for a compare-and-swap write. */
export class BareNotes {
  readonly #sql: postgres.Sql;
  readonly #hashes = new Map<string, string>();
  #made = 0;
  #heard = () => {};

  private constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  static async create(server: Postgres, database: string): Promise<BareNotes> {
    const notes = await BareNotes.open(server, database);
    await notes.#sql`create table bare (path text primary key, hash text, bytes bytea)`;
    return notes;
  }

  static async open({ socket }: Postgres, database: string): Promise<BareNotes> {
    return new BareNotes(postgres({ path: socket, user: 'vaultd', database, max: 1 }));
  }

  /** To whichever of the hosts takes writes. */
  static async connect(url: string): Promise<BareNotes> {
    const backoff = () => 0.05;
    return new BareNotes(
      postgres(url, { max: 1, backoff, target_session_attrs: 'read-write', connect_timeout: 3 }),
    );
  }

  async write(path: string, isTold = false): Promise<void> {
    const sql = this.#sql;
    const before = this.#hashes.get(path) ?? null;
    const bytes = sizedBytes(`${path} ${++this.#made}`);
    const after = hashOf(bytes);
    if (before === null) {
      await sql`insert into bare values (${path}, ${after}, ${bytes})
        on conflict (path) do update set hash = excluded.hash, bytes = excluded.bytes`;
    } else if (isTold) {
      await sql`with changed as (update bare set hash = ${after}, bytes = ${bytes}
        where path = ${path} and hash = ${before} returning path)
        select pg_notify('bare', path) from changed`;
    } else {
      await sql`update bare set hash = ${after}, bytes = ${bytes}
        where path = ${path} and hash = ${before}`;
    }
    this.#hashes.set(path, after);
  }

  async listen(): Promise<void> {
    await this.#sql.listen('bare', () => this.#heard());
  }

  /** Milliseconds from a write of the other to the moment when this one has read it. */
  async timeToHear(teller: BareNotes): Promise<number> {
    if (!teller.#hashes.has('told')) await teller.write('told');
    const seen = new Promise<void>((resolve) => {
      this.#heard = async () => {
        await this.#sql`select bytes from bare where path = 'told'`;
        resolve();
      };
    });
    const start = performance.now();
    await teller.write('told', true);
    await seen;
    return performance.now() - start;
  }

  close(): Promise<void> {
    return this.#sql.end({ timeout: 1 });
  }
}

/** 2 KB that do not get much smaller when they are compressed. */
export function sizedBytes(name: string): Buffer {
  let text = name;
  while (text.length < 2048) text += ` ${hashOf(Buffer.from(text))}`;
  return Buffer.from(text);
}
