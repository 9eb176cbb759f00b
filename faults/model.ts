import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { VaultPath } from '../src/contract/paths.ts';
import { folderVersion, type Ledger } from '../src/engine/store/ledger/ledger.ts';
import { hashOf } from '../src/engine/store/vault/hash.ts';
import type { Link } from '../test/support/link.ts';
import { until } from '../test/support/until.ts';
import { judge, typedWord, type Verdict } from './model-judge.ts';
import { createChance, type FaultReport } from './support.ts';

/** What can happen to the way to the ledger. */
export type Trouble = Pick<Link, 'cut' | 'cutAfter' | 'drop' | 'restore' | 'close'>;

/** A folder, and a vaultd that serves it. What it refuses rejects. */
export interface Machine {
  readonly name: string;
  readonly root: string;
  readonly link: Trouble;
  /** Of ten edits this many are made by other programs, in the folder. */
  readonly outsideOfTen: number;
  append(path: string, text: string): Promise<void>;
  create(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  rename(path: string, newPath: string): Promise<void>;
  /** Ends it without a word, and starts it again. */
  kill(): Promise<void>;
  /** Compares folder and ledger. The number up to which both are the same; undefined when they are not. */
  settle(): Promise<number | undefined>;
  close(): Promise<void>;
}

export interface ModelOptions {
  readonly machines: readonly Machine[];
  /** Of all machines together. */
  readonly actions: number;
  readonly seed: number;
  /** A way to the ledger that is never cut. */
  readonly reader: Ledger;
  /** A kill comes once in this many actions, on average. */
  readonly killOneIn: number;
  /** The link is cut for a while once in this many actions, on average. */
  readonly cutOneIn: number;
  /** Nothing is removed, so that every typed word must be in a file at the end, not just in a version. */
  readonly isStrict?: boolean;
  /**
   * The machines learn of edits from a watcher, so that one may say that it has all before it has
   * heard of the last edit: they have settled when the folders are equal too.
   */
  readonly isWatched?: boolean;
  /** How long the machines may take to settle. */
  readonly settleMs?: number;
}

export interface ModelCounts {
  acknowledged: number;
  refused: number;
  'outside edits': number;
  cuts: number;
  kills: number;
}

type Chance = (below: number) => number;

const noteCount = 12;
const offlineMost = 12;
const settleMsDefault = 120_000;

/** One line of the table. What was found goes to the log, for those who repeat it with the seed. */
export async function reportModel(name: string, options: ModelOptions): Promise<FaultReport> {
  const { verdict, counts } = await runModel(options);
  const { different, missing } = verdict;
  for (const each of [...different, ...missing]) process.stderr.write(`${name}: ${each}\n`);
  const losses = { 'folders different': different.length, 'typed words missing': missing.length };
  return { name, rounds: options.actions, losses, counts: { ...counts } };
}

/** Random edits on every folder at the same time, with cuts and kills; then all of it is judged. */
export async function runModel(
  options: ModelOptions,
): Promise<{ verdict: Verdict; counts: ModelCounts }> {
  const counts = { acknowledged: 0, refused: 0, 'outside edits': 0, cuts: 0, kills: 0 };
  const typed = new Set<string>();
  const { machines, seed, actions } = options;
  await Promise.all(
    machines.map((machine, n) =>
      new Person(machine, createChance(seed + 7919 * n), options, counts, typed).act(
        Math.ceil(actions / machines.length),
      ),
    ),
  );
  for (const { link } of machines) link.restore();
  return { verdict: await settleAndJudge(options, typed), counts };
}

/** Once every machine says that it has all there is, and all of them still say so together. */
async function settleAndJudge(options: ModelOptions, typed: ReadonlySet<string>): Promise<Verdict> {
  const { machines, reader, isWatched = false, settleMs = settleMsDefault } = options;
  const areSettled = async () => {
    const { head } = await reader.facts();
    const numbers = await Promise.all(machines.map((machine) => machine.settle()));
    if (numbers.some((number) => number !== head)) return false;
    if (isWatched && (await judgeNow(options, typed)).different.length > 0) return false;
    return (await reader.facts()).head === head;
  };
  const isSettled = await until(areSettled, 'the machines to settle', { timeoutMs: settleMs }).then(
    () => true,
    () => false,
  );
  const verdict = await judgeNow(options, typed);
  return isSettled ? verdict : { ...verdict, different: ['never settled', ...verdict.different] };
}

async function judgeNow(
  { machines, reader, isStrict = false }: ModelOptions,
  typed: ReadonlySet<string>,
): Promise<Verdict> {
  const folders = new Map(machines.map(({ name, root }) => [name, readFolder(root)]));
  const { heads, versions } = await readLedger(reader);
  return judge({ folders, heads, versions: isStrict ? [] : versions, typed });
}

function readFolder(root: string): Map<string, Buffer> {
  return readAgain(
    () =>
      new Map(
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name))
          .map((file) => [file.slice(root.length + 1), readFileSync(file)]),
      ),
  );
}

/** vaultd may remove a folder or a file while it is read. */
function readAgain<T>(read: () => T): T {
  for (;;) {
    try {
      return read();
    } catch (thrown) {
      if (!isOvertaken(thrown)) throw thrown;
    }
  }
}

const pageMax = 500;

/** The hash of each file that the ledger has. */
async function readHeads(ledger: Ledger): Promise<Map<string, string>> {
  const heads = new Map<string, string>();
  let last: VaultPath | undefined;
  do {
    const page = await ledger.heads(last, pageMax);
    for (const { path, version } of page.heads) {
      if (version !== folderVersion) heads.set(path, version);
    }
    last = page.heads.at(-1)?.path;
  } while (last !== undefined);
  return heads;
}

/** Everything the ledger knows: what is at each path, and every content of the past. */
async function readLedger(
  ledger: Ledger,
): Promise<{ heads: Map<string, string>; versions: Buffer[] }> {
  const heads = await readHeads(ledger);
  const hashes = new Set<string>(heads.values());
  for (let cursor = 0, head = 1; cursor < head; ) {
    const page = await ledger.since(cursor, pageMax);
    for (const { before, after } of page.entries.flatMap(({ changes }) => changes)) {
      for (const version of [before, after]) {
        if (version !== null && version !== folderVersion) hashes.add(version);
      }
    }
    head = page.entries.length === 0 ? cursor : page.head;
    cursor = page.entries.at(-1)?.number ?? cursor;
  }
  const versions: Buffer[] = [];
  for (const hash of hashes) {
    const bytes = await ledger.contents(hash);
    if (bytes !== undefined) versions.push(bytes);
  }
  return { heads, versions };
}

/** What is done at one machine, through vaultd and with other programs. */
class Person {
  readonly #machine: Machine;
  readonly #chance: Chance;
  readonly #options: ModelOptions;
  readonly #counts: ModelCounts;
  readonly #typed: Set<string>;
  #words = 0;
  /** How many more actions happen without the ledger. */
  #offlineFor = 0;

  constructor(
    machine: Machine,
    chance: Chance,
    options: ModelOptions,
    counts: ModelCounts,
    typed: Set<string>,
  ) {
    this.#machine = machine;
    this.#chance = chance;
    this.#options = options;
    this.#counts = counts;
    this.#typed = typed;
  }

  async act(actions: number): Promise<void> {
    for (let n = 0; n < actions; n++) {
      if (this.#offlineFor > 0 && --this.#offlineFor === 0) this.#machine.link.restore();
      if (this.#chance(this.#options.cutOneIn) === 0) this.#cut();
      if (this.#chance(this.#options.killOneIn) === 0) {
        this.#counts.kills++;
        const asked = this.#askVaultd();
        await pause(this.#chance(20));
        await this.#machine.kill();
        await asked;
      }
      if (this.#chance(10) < this.#machine.outsideOfTen) await this.#editOutside();
      else await this.#askVaultd();
      await pause(this.#chance(3));
    }
  }

  #cut(): void {
    const { link } = this.#machine;
    this.#counts.cuts++;
    const kind = this.#chance(4);
    if (kind === 0) link.drop();
    else {
      this.#offlineFor = 1 + this.#chance(offlineMost);
      if (kind === 1) link.cut();
      else link.cutAfter(kind === 2 ? 'toServer' : 'toClient', 1 + this.#chance(1500));
    }
  }

  /** Words count as typed once vaultd has acknowledged them. */
  async #askVaultd(): Promise<void> {
    const { line, word } = this.#newLine();
    const path = this.#anyPath();
    const kind = this.#chance(this.#options.isStrict ? 19 : 20);
    const asked =
      kind < 14
        ? this.#machine.append(path, line)
        : kind < 17
          ? this.#machine.create(this.#newPath(), line)
          : kind < 19
            ? this.#machine.rename(path, this.#newPath())
            : this.#machine.remove(path);
    try {
      await asked;
      this.#counts.acknowledged++;
      if (kind < 17) this.#typed.add(word);
    } catch {
      this.#counts.refused++;
    }
  }

  async #editOutside(): Promise<void> {
    const { line, word } = this.#newLine();
    const path = this.#anyPath();
    const file = join(this.#machine.root, path);
    const kind = this.#chance(this.#options.isStrict ? 19 : 20);
    try {
      if (kind < 13) this.#insert(file, line);
      else if (kind < 15) put(join(this.#machine.root, this.#newPath()), line);
      else if (kind < 16) put(join(this.#machine.root, this.#newPicture()), `\0\x01 ${word} \xff`);
      else if (kind < 19) this.#renameOutside(file);
      else await this.#removeKnown(file);
      if (kind < 16) this.#typed.add(word);
      this.#counts['outside edits']++;
    } catch (thrown) {
      if (!isOvertaken(thrown)) throw thrown;
    }
  }

  /** As an editor saves: all that it read, with a line more, under the same name. */
  #insert(file: string, line: string): void {
    const lines = readFileSync(file, 'utf8').split('\n');
    lines.splice(this.#chance(lines.length + 1), 0, line.trimEnd());
    if (this.#chance(2) === 0) writeFileSync(file, lines.join('\n'));
    else {
      writeFileSync(`${file}.tmp`, lines.join('\n'));
      renameSync(`${file}.tmp`, file);
    }
  }

  #renameOutside(file: string): void {
    const target = join(this.#machine.root, this.#newPath());
    if (existsSync(target)) return;
    mkdirSync(dirname(target), { recursive: true });
    renameSync(file, target);
  }

  /** What no version has yet would be gone for good, by the wish of the one who removed it. */
  async #removeKnown(file: string): Promise<void> {
    const hash = hashOf(readFileSync(file));
    // A refused step leaves its contents in the ledger too, but no version that anyone could restore.
    const isKept = [...(await readHeads(this.#options.reader)).values()].includes(hash);
    if (isKept && hashOf(readFileSync(file)) === hash) rmSync(file);
  }

  #newLine(): { line: string; word: string } {
    const word = typedWord(this.#machine.name, ++this.#words);
    return { word, line: `- ${word}\n` };
  }

  #anyPath(): string {
    const { root } = this.#machine;
    const all = readAgain(() => readdirSync(root, { recursive: true, encoding: 'utf8' }));
    const names = all.filter((name) => name.endsWith('.md')).sort();
    return names[this.#chance(Math.max(1, names.length))] ?? 'start.md';
  }

  #newPicture(): string {
    return `picture ${this.#chance(noteCount)}.png`;
  }

  #newPath(): string {
    const folder = ['', 'daily/', 'projects/2026/'][this.#chance(3)] ?? '';
    return `${folder}note ${this.#chance(noteCount)}.md`;
  }
}

/** Makes a new file; what another program has just put there stays. */
function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { encoding: 'latin1', flag: 'wx' });
}

/** vaultd moved, removed or made the file first. */
function isOvertaken(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ENOENT' || code === 'EEXIST' || code === 'ENOTEMPTY' || code === 'ENOTDIR';
}
