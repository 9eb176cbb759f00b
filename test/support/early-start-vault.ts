import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownerGrants } from '../../src/contract/callers.ts';
import { type Engine, openEngine, type View } from '../../src/engine/engine.ts';
import type { Known, KnownTexts } from '../../src/engine/knowledge/knowing.ts';
import { openRoot } from '../../src/engine/store/vault/anchor.ts';
import { beginFindLines } from '../../src/engine/store/vault/find-lines.ts';
import type { EarlyLook } from '../../src/engine/watch/early-watch.ts';

/** Old enough that a snapshot has no doubt. */
export const longAgo = 1_600_000_000;

/** Enough small notes that they go into a segment, and their texts are worth a file. */
export const few = 20;

/** The note that is changed. */
export const note = 'f2/g/n7.md';

/** For the tests of early starts: a vault, and what engines leave beside it. */
export class EarlyStartVault {
  readonly base = mkdtempSync(join(tmpdir(), 'early-start-'));
  readonly root = join(this.base, 'vault');

  at(path: string): string {
    return join(this.root, path);
  }

  put(path: string, text: string | Buffer, seconds = longAgo): void {
    const file = this.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, seconds, seconds);
  }

  /** Notes in folders of their own, and what is no note. */
  putNotes(count: number): void {
    for (let i = 0; i < count; i++) {
      const text = `---\ntags: [t${i % 3}]\n---\nword${i} shared [[n${i + 1}]]\n`;
      this.put(`f${i % 5}/g/n${i}.md`, text);
    }
    this.put('f0/g/board.canvas', '{"nodes":[],"edges":[]}');
    this.put('picture.png', 'no text');
    this.put('.obsidian/app.json', '{}');
  }

  stateDir(state: string): string {
    return join(this.base, state);
  }

  open(state: string, early?: EarlyLook): Promise<Engine> {
    return openEngine({ root: this.root, stateDir: this.stateDir(state), early });
  }

  /** Where an engine that knew all of the vault has left its snapshot. */
  async leaveSnapshot(): Promise<string> {
    const engine = await this.open('state');
    await knownOf(engine);
    await engine.close();
    return join(this.stateDir('state'), engine.id, 'index');
  }

  copyState(to: string): void {
    cpSync(this.stateDir('state'), this.stateDir(to), { recursive: true });
  }

  /** Another program finds the files for somebody who waits for texts; we look when we are told to. */
  glance(isCurrent = () => true): { readonly early: EarlyLook; readonly end: () => void } {
    const finding = beginFindLines(this.root, this.base);
    if (finding === undefined) throw new TypeError('Linux has this program.');
    let end = () => {};
    const after = new Promise<void>((resolve) => {
      end = resolve;
    });
    const early: EarlyLook = {
      root: openRoot(this.root),
      handedOver: Promise.resolve(),
      glance: { found: finding.lines, isCurrent, after, end },
      join: () => undefined,
      release: () => finding.stop(),
    };
    return { early, end };
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

export const viewOf = (engine: Engine): View =>
  engine.as({ door: 'local', client: 'test', grants: ownerGrants, policy: {} });

export function knownOf(engine: Engine): Promise<Known> {
  return viewOf(engine).known();
}

const questions = ['word7', 'word11', 'shared', 'newcomer', 'secret', 'other'];

export async function searches({ searchText }: KnownTexts) {
  const found = [];
  for (const term of questions) {
    const query = { terms: [term], limit: 500 };
    found.push(await searchText({ ...query, notesOnly: true }), await searchText(query));
  }
  return found;
}

/** The first answers, in the order of agents: a search before anything that needs the index. */
export async function answers(engine: Engine) {
  const known = await knownOf(engine);
  const found = await searches(known);
  const { searchRanked, backlinks, tags, named } = known;
  return {
    found,
    ranked: await searchRanked({ query: 'shared word9' }),
    backlinks: backlinks(note),
    tags: tags(),
    files: [...named()],
  };
}

type VaultChange = (vault: EarlyStartVault) => void;

/** Another text of the same length at the same time: only the file itself is another one. */
function replaceUnseen(vault: EarlyStartVault): void {
  const [file, other] = [vault.at(note), vault.at('f2/g/new.tmp')];
  const text = readFileSync(file, 'utf8').replace('shared', 'secret');
  const { mtime } = statSync(file);
  writeFileSync(other, text);
  utimesSync(other, mtime, mtime);
  renameSync(other, file);
}

function swapForLink(vault: EarlyStartVault): void {
  const outside = join(vault.base, 'outside');
  mkdirSync(outside);
  renameSync(vault.at('f2/g'), vault.at('f2/kept'));
  for (let i = 0; i < 30; i++) writeFileSync(join(outside, `n${i}.md`), 'secret shared');
  symlinkSync(outside, vault.at('f2/g'));
}

export const changes: Readonly<Record<string, VaultChange>> = {
  nothing: () => undefined,
  'a changed note': (vault) => vault.put(note, 'other words', longAgo + 9),
  'a note with another text of the same length': (vault) => {
    const text = readFileSync(vault.at(note), 'utf8').replace('shared', 'secret');
    vault.put(note, text, longAgo + 9);
  },
  'a note in the place of another, with its size and time': replaceUnseen,
  'a note that was touched': (vault) => utimesSync(vault.at(note), longAgo + 5, longAgo + 5),
  'a note that was written just now': (vault) => vault.put(note, 'other words', Date.now() / 1000),
  'a note that is no text any more': (vault) =>
    vault.put(note, Buffer.from([0xff, 0xfe, 0x41]), longAgo + 9),
  'a changed canvas': (vault) =>
    vault.put('f0/g/board.canvas', '{"nodes":[{"type":"file","file":"a"}]}'),
  'new notes, hidden ones too': (vault) => {
    vault.put('f2/g/new.md', 'newcomer');
    vault.put('f9/new.md', 'newcomer');
    vault.put('.hidden/new.md', 'newcomer');
    vault.put('f2/.new.md', 'newcomer');
  },
  'a note that is gone': (vault) => rmSync(vault.at(note)),
  'a renamed note': (vault) => renameSync(vault.at(note), vault.at('f3/g/moved.md')),
  'a renamed folder': (vault) => renameSync(vault.at('f2'), vault.at('f2 moved')),
  'a folder that is gone': (vault) => rmSync(vault.at('f2'), { recursive: true }),
  'a folder swapped for a link that leads out': swapForLink,
  'a note swapped for a link': (vault) => {
    const elsewhere = join(vault.base, 'elsewhere.md');
    renameSync(vault.at(note), elsewhere);
    symlinkSync(elsewhere, vault.at(note));
  },
  'a folder in the place of a note': (vault) => {
    rmSync(vault.at(note));
    vault.put(`${note}/inner.md`, 'newcomer');
  },
  'two notes that changed places': (vault) => {
    renameSync(vault.at(note), vault.at('spare'));
    renameSync(vault.at('f1/g/n6.md'), vault.at(note));
    renameSync(vault.at('spare'), vault.at('f1/g/n6.md'));
  },
  'more changed notes than are read at once': (vault) => {
    for (let i = 0; i < 250; i++) vault.put(`f${i % 5}/g/n${i}.md`, `newcomer ${i}`, longAgo + 9);
  },
};

/** Each change, and how many notes there are before it. */
export const cases = Object.entries(changes).map(([name, change]) => {
  const count = name.startsWith('more ') ? 260 : few;
  return [name, change, count] as const;
});

/** A change may find that an earlier one has left nothing to change. */
export function apply(vault: EarlyStartVault, change: VaultChange): void {
  try {
    change(vault);
  } catch {
    // Then it is none.
  }
}
