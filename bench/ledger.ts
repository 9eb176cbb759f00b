import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseVaultPath, type VaultPath } from '../src/contract/paths.ts';
import type { LedgerStep, Version } from '../src/engine/store/ledger/ledger.ts';
import { parseLedgerUrl } from '../src/engine/store/ledger/postgres/address.ts';
import { PostgresLedger } from '../src/engine/store/ledger/postgres/postgres-ledger.ts';
import { addSharedVault, migrate } from '../src/engine/store/ledger/postgres/vaults.ts';
import { LedgerWriter } from '../src/engine/store/ledger/writer.ts';
import { hashOf } from '../src/engine/store/vault/hash.ts';
import { newId } from '../src/kit/ids.ts';
import { Postgres, pairSettings } from '../test/support/postgres.ts';
import { PostgresPair } from '../test/support/postgres-pair.ts';
import { BareNotes, sizedBytes } from './bare-notes.ts';
import { benchFolders } from './ledger-folders.ts';
import { compete, judged, limited, median, p99, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';

const database = 'vaults';
const writesPerRun = scaled(300, 20);
const stepsPerRun = scaled(3000, 60);
const eventsPerRun = scaled(300, 20);
const machineCount = 3;
const inFlight = 16;

/** A shared vault beside bare tables of the same server, which brings every commit to disk. */
export async function benchLedger(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vb-'));
  chmodSync(base, 0o711);
  try {
    const server = await Postgres.create(join(base, 'a'), { ...pairSettings, fsync: 'on' });
    await server.start();
    const pair = new PostgresPair(server);
    try {
      await server.createDatabase(database);
      const open = await addVault(server.url(database));
      const bare = await BareNotes.create(server, database);
      const rows = [
        await benchWrites(open(), bare),
        ...(await benchSteps(open, server)),
        ...(await benchEvents(open, server)),
        ...(await benchFolders({ open, base, server, database })),
      ];
      await bare.close();
      return [...rows, ...(await benchFailover(pair, join(base, 'b')))];
    } finally {
      await pair.close();
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Returns how a machine comes to the vault. */
async function addVault(url: string): Promise<(url?: string) => PostgresLedger> {
  const address = parseLedgerUrl(url, () => '');
  await migrate(address);
  const id = newId();
  await addSharedVault(address, { id, name: 'bench' });
  return (other = url) =>
    new PostgresLedger(
      parseLedgerUrl(other, () => ''),
      id,
    );
}

/** A note of one machine, which it changes again and again. */
class SharedNote {
  readonly path: VaultPath;
  readonly #writer: LedgerWriter;
  #version: Version = null;
  #made = 0;

  constructor(writer: LedgerWriter, name: string) {
    this.path = parseVaultPath(`${name}.md`);
    this.#writer = writer;
  }

  /** Returns its new version once the ledger has it. */
  async write(): Promise<string> {
    const bytes = sizedBytes(`${this.path} ${++this.#made}`);
    const after = hashOf(bytes);
    const change = { path: this.path, before: this.#version, after };
    const by = { machine: 'bench', protocol: 'local', client: 'bench', why: 'bench' } as const;
    const step: LedgerStep = { id: newId(), at: Date.now(), ...by, changes: [change] };
    const { outcome } = await this.#writer.commit(step, new Map([[after, bytes]]));
    if (outcome !== 'committed') throw new Error(`The step was not committed but ${outcome}.`);
    this.#version = after;
    return after;
  }
}

async function benchWrites(ledger: PostgresLedger, bare: BareNotes): Promise<Row> {
  const note = new SharedNote(new LedgerWriter(ledger), 'one');
  const times = async (write: () => Promise<unknown>) => {
    const seconds: number[] = [];
    for (let n = 0; n < writesPerRun; n++) seconds.push(await secondsOf(write));
    return 1000 * median(seconds);
  };
  const row = await compete({
    what: 'a compare-and-swap write of 2 KB to the ledger',
    unit: 'ms',
    beside: 'a bare UPDATE of the same bytes',
    reach: { atMost: 2.5 },
    ours: () => times(() => note.write()),
    theirs: () => times(() => bare.write('one')),
  });
  await ledger.close();
  return row;
}

async function benchSteps(open: () => PostgresLedger, server: Postgres): Promise<Row[]> {
  const ledgers = Array.from({ length: machineCount }, open);
  const bares = await Promise.all(ledgers.map(() => BareNotes.open(server, database)));
  /** Each machine works on notes of its own, several at once. */
  const perSecond = async (write: (machine: number, lane: number) => Promise<unknown>) => {
    const rounds = Math.ceil(stepsPerRun / machineCount / inFlight);
    const lanes = ledgers.flatMap((_, machine) =>
      Array.from({ length: inFlight }, async (_lane, lane) => {
        for (let n = 0; n < rounds; n++) await write(machine, lane);
      }),
    );
    const seconds = await secondsOf(() => Promise.all(lanes));
    return (rounds * inFlight * machineCount) / seconds;
  };
  const notes = ledgers.map((ledger, machine) => {
    const writer = new LedgerWriter(ledger);
    return Array.from(
      { length: inFlight },
      (_, lane) => new SharedNote(writer, `${machine} ${lane}`),
    );
  });
  const row = await compete({
    what: `steps of 2 KB from ${machineCount} machines into one vault`,
    unit: '1/s',
    beside: `UPDATEs of the same bytes over ${machineCount} bare connections`,
    reach: { atLeast: 0.25 },
    ours: () => perSecond(async (machine, lane) => notes[machine]?.[lane]?.write()),
    theirs: () => perSecond(async (machine, lane) => bares[machine]?.write(`${machine} ${lane}`)),
  });
  await Promise.all([...ledgers, ...bares].map((each) => each.close()));
  return [row, limited('steps a second from three machines', '1/s', row.ours, { atLeast: 1000 })];
}

/** From a write on one machine to the moment when another one has heard of it and has read it. */
async function benchEvents(open: () => PostgresLedger, server: Postgres): Promise<Row[]> {
  const [writer, reader] = [open(), open()];
  const note = new SharedNote(new LedgerWriter(writer), 'told');
  let { head } = await reader.facts();
  let heard = () => {};
  reader.onChange(() => heard());
  const shared = async () => {
    const seen = new Promise<void>((resolve) => {
      heard = async () => {
        const page = await reader.since(head, 1);
        if (page.entries.length === 0) return;
        head = page.head;
        resolve();
      };
    });
    const start = performance.now();
    await note.write();
    await seen;
    return performance.now() - start;
  };
  const [teller, listener] = [
    await BareNotes.open(server, database),
    await BareNotes.open(server, database),
  ];
  const worst = async (once: () => Promise<number>) => {
    const times: number[] = [];
    for (let n = 0; n < eventsPerRun; n++) times.push(await once());
    return p99(times);
  };
  await listener.listen();
  const row = await compete({
    what: 'a write on one machine to its step read on another (p99)',
    unit: 'ms',
    beside: 'a bare UPDATE with NOTIFY, and SELECT',
    reach: { atMost: 4 },
    ours: () => worst(shared),
    theirs: () => worst(() => listener.timeToHear(teller)),
  });
  await Promise.all([writer, reader, teller, listener].map((each) => each.close()));
  return [row, limited('a step heard of on another machine (p99)', 'ms', row.ours, { atMost: 50 })];
}

/** The primary dies and the standby takes over: when is the first write done? */
async function benchFailover(pair: PostgresPair, folder: string): Promise<Row[]> {
  await pair.addStandby(folder);
  const url = await pair.openLinks(database);
  const open = await addVault(url);
  const ledger = open();
  const note = new SharedNote(new LedgerWriter(ledger), 'failover');
  const bare = await BareNotes.connect(url);
  await Promise.all([note.write(), bare.write('one')]);
  const start = performance.now();
  const failing = pair.failOver();
  const again = async (write: () => Promise<unknown>) => {
    for (;;) {
      try {
        await write();
        return performance.now() - start;
      } catch {
        if (performance.now() - start > 60_000) return Number.NaN;
      }
    }
  };
  const [ours, theirs] = await Promise.all([
    failing.then(() => again(() => note.write())),
    failing.then(() => again(() => bare.write('one'))),
  ]);
  await Promise.all([ledger.close(), bare.close()]);
  return [
    judged({
      what: 'the primary killed to the first write on the standby',
      unit: 'ms',
      ours,
      beside: 'a bare connection',
      theirs,
      reach: { atMost: 3 },
    }),
    limited('writing again after the primary died', 'ms', ours, { atMost: 5000 }),
  ];
}
