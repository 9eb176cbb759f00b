import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownerGrants } from '../src/contract/callers.ts';
import { pathsOf } from '../src/contract/events.ts';
import { parseVaultPath } from '../src/contract/paths.ts';
import { type Engine, openEngine } from '../src/engine/engine.ts';
import type { Ledger } from '../src/engine/store/ledger/ledger.ts';
import type { Postgres } from '../test/support/postgres.ts';
import { BareNotes, sizedBytes } from './bare-notes.ts';
import { compete, limited, p99, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';

interface FoldersOptions {
  readonly open: () => Ledger;
  /** Where the folders of the machines are. */
  readonly base: string;
  readonly server: Postgres;
  readonly database: string;
}

const writesPerRun = scaled(300, 20);
const notesPerStep = scaled(1000, 20);
const note = parseVaultPath('told.md');

/** Two machines with their folders, and one machine without a ledger. */
export async function benchFolders(options: FoldersOptions): Promise<Row[]> {
  const { open, base, server, database } = options;
  const [one, two, single] = await Promise.all([
    openMachine(base, 'one', open()),
    openMachine(base, 'two', open()),
    openMachine(base, 'single'),
  ]);
  const [teller, listener] = [
    await BareNotes.open(server, database),
    await BareNotes.open(server, database),
  ];
  await listener.listen();
  const arrival = await benchArrival(one, two, () => listener.timeToHear(teller));
  // It would bring in the steps with the same processor.
  await two.close();
  const step = await benchStep(one, single);
  await Promise.all([teller, listener, one, single].map((each) => each.close()));
  const worst = { what: 'a write in the folder of another machine (p99)', ms: arrival.ours };
  return [arrival, limited(worst.what, 'ms', worst.ms, { atMost: 100 }), step];
}

function openMachine(base: string, name: string, ledger?: Ledger): Promise<Engine> {
  const root = join(base, name);
  mkdirSync(root, { recursive: true });
  const shared = ledger && { ledger, machine: { id: name, name } };
  return openEngine({ root, stateDir: join(base, `${name}-state`), live: true, ledger: shared });
}

const viewOf = (engine: Engine) =>
  engine.as({ protocol: 'local', client: 'bench', grants: ownerGrants, policy: {} });

/** From a write on one machine to the moment when the file is in the folder of the other. */
async function benchArrival(one: Engine, two: Engine, hear: () => Promise<number>): Promise<Row> {
  const { vault } = viewOf(one);
  let made = 0;
  const arrive = async () => {
    let off = () => {};
    const arrived = new Promise<void>((resolve) => {
      off = two.fileChanges.on((batch) => {
        if (batch.flatMap(pathsOf).includes(note)) resolve();
      });
    });
    const start = performance.now();
    await vault.write(note, sizedBytes(`told ${++made}`));
    await arrived;
    off();
    return performance.now() - start;
  };
  const worst = async (once: () => Promise<number>) => {
    const times: number[] = [];
    for (let n = 0; n < writesPerRun; n++) times.push(await once());
    return p99(times);
  };
  return compete({
    what: 'a write on one machine to the file on another (p99)',
    unit: 'ms',
    beside: 'a bare UPDATE with NOTIFY, and SELECT',
    reach: { atMost: 10 },
    ours: () => worst(arrive),
    theirs: () => worst(hear),
  });
}

/** Many notes in one step, with a ledger and without. */
function benchStep(one: Engine, single: Engine): Promise<Row> {
  let made = 0;
  const write = async (engine: Engine) => {
    made++;
    const changes = Array.from({ length: notesPerStep }, (_, n) => ({
      kind: 'write' as const,
      path: parseVaultPath(`many/${n}.md`),
      bytes: sizedBytes(`many ${n} ${made}`),
    }));
    return 1000 * (await secondsOf(() => viewOf(engine).vault.apply(changes, { why: 'bench' })));
  };
  return compete({
    what: `one step of ${notesPerStep.toLocaleString('en')} notes in a shared vault`,
    unit: 'ms',
    beside: 'the same step on a single machine',
    reach: { atMost: 1.5 },
    ours: () => write(one),
    theirs: () => write(single),
  });
}
