import { hashOf } from '../src/engine/store/vault/hash.ts';

/** What is left of a run with several machines, once they have settled. */
export interface Settled {
  /** For each machine the files of its folder. */
  readonly folders: ReadonlyMap<string, ReadonlyMap<string, Buffer>>;
  /** What the ledger has at each path: the hash of a file. */
  readonly heads: ReadonlyMap<string, string>;
  /** Every content that a step of the ledger speaks of. */
  readonly versions: Iterable<Buffer>;
  /** Every word that was typed into a file, or that vaultd acknowledged. */
  readonly typed: ReadonlySet<string>;
}

export interface Verdict {
  /** Paths that differ between a folder and the ledger. */
  readonly different: readonly string[];
  /** Typed words that are in no file and in no version. */
  readonly missing: readonly string[];
}

const wordPattern = /\btyped[a-z]+\d+\b/g;

/** A word that is typed once in a run, so that it can be found again. */
export function typedWord(machine: string, n: number): string {
  return `typed${machine}${n}`;
}

/** All folders equal the ledger byte for byte, and every typed word is in a file or in a version. */
export function judge({ folders, heads, versions, typed }: Settled): Verdict {
  const different = [...folders].flatMap(([machine, files]) => {
    const paths = new Set([...files.keys(), ...heads.keys()]);
    return [...paths]
      .filter((path) => !isSame(files.get(path), heads.get(path)))
      .map((path) => `${machine}: ${path}`);
  });
  const found = new Set<string>();
  const texts = [...folders.values()].flatMap((files) => [...files.values()]);
  for (const bytes of [...texts, ...versions]) {
    for (const [word] of bytes.toString('latin1').matchAll(wordPattern)) found.add(word);
  }
  return { different, missing: [...typed].filter((word) => !found.has(word)) };
}

function isSame(bytes: Buffer | undefined, hash: string | undefined): boolean {
  return bytes === undefined ? hash === undefined : hashOf(bytes) === hash;
}
