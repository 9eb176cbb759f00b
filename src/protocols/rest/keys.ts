import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { restLimits } from '../../contract/rest-limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { readPrivateJson, writePrivateJson } from '../../kit/private-files.ts';
import { hexDigestOf } from '../../kit/secrets.ts';
import type { StoredKey } from './settings.ts';

const generations = [3, 4, 5, 6] as const;

/** What the configuration and the file of keys have in common. */
export const keyRights = {
  name: z.string().min(1).max(restLimits.keyNameLengthMax),
  vault: z.string().min(1),
  read_only: z.boolean().default(false),
  read: z.array(z.string()).optional(),
  write: z.array(z.string()).optional(),
  commands: z.boolean().default(false),
  generation: z.union(generations.map((each) => z.literal(each))).default(5),
  expires: z.iso.datetime({ offset: true }).optional(),
};

const fileShape = z.object({
  keys: z.array(
    z.object({
      ...keyRights,
      digest: z.string(),
      /** The key itself, where the configuration wants it to be shown again. */
      key: z.string().optional(),
    }),
  ),
});
export type KeyRecord = z.output<typeof fileShape>['keys'][number];

export function readKeyRecords(file: string): readonly KeyRecord[] {
  return readPrivateJson(file, fileShape)?.keys ?? [];
}

export function writeKeyRecords(file: string, keys: readonly KeyRecord[]): void {
  writePrivateJson(file, { keys });
}

export function toKeyDigest(secret: string): string {
  return hexDigestOf(secret);
}

export function toStoredKey(record: Omit<KeyRecord, 'key'>): StoredKey {
  const { name, vault, read_only, read, write, commands, generation, expires, digest } = record;
  return {
    name,
    vault,
    policy: {
      ...(read && { read }),
      ...(write && { write }),
      ...(read_only && { readOnly: true }),
    },
    commands,
    generation,
    expires: expires === undefined ? undefined : Date.parse(expires),
    digest,
  };
}

export interface RestKeysOptions {
  readonly file: string;
  /** Those of the configuration. */
  readonly configured: readonly StoredKey[];
  readonly clock: Clock;
  /** Called with all keys when they have been read. */
  onRead(keys: readonly StoredKey[]): void;
}

/**
 * The keys that are good now: those of the configuration, and those of the file, which is read again
 * when a command has replaced it. Secrets are found by their digests, so the time that it takes says
 * nothing about them.
 */
export class RestKeys {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #onRead: RestKeysOptions['onRead'];
  #configured: readonly StoredKey[];
  #byDigest = new Map<string, StoredKey>();
  #version = '';
  #isFresh = false;

  constructor({ file, configured, clock, onRead }: RestKeysOptions) {
    this.#file = file;
    this.#configured = configured;
    this.#clock = clock;
    this.#onRead = onRead;
    this.#read();
  }

  configure(keys: readonly StoredKey[]): void {
    this.#configured = keys;
    this.#read();
  }

  find(secret: string): StoredKey | undefined {
    this.#readIfChanged();
    const found = this.#byDigest.get(toKeyDigest(secret));
    return found !== undefined && this.#isInTime(found) ? found : undefined;
  }

  /** Whether a key that was found before would be found again. */
  isGood(key: StoredKey): boolean {
    this.#readIfChanged();
    return this.#byDigest.get(key.digest) === key && this.#isInTime(key);
  }

  list(): StoredKey[] {
    this.#readIfChanged();
    return [...this.#byDigest.values()].filter((key) => this.#isInTime(key));
  }

  #isInTime({ expires }: StoredKey): boolean {
    return expires === undefined || this.#clock.now() < expires;
  }

  /**
   * A command replaces the file as a whole, so another version is another inode. Requests that
   * arrive in the same turn of the event loop share one check.
   */
  #readIfChanged(): void {
    if (this.#isFresh) return;
    this.#isFresh = true;
    setImmediate(() => {
      this.#isFresh = false;
    });
    if (versionOf(this.#file) !== this.#version) this.#read();
  }

  #read(): void {
    this.#version = versionOf(this.#file);
    const keys = [...this.#configured, ...readKeyRecords(this.#file).map(toStoredKey)];
    // A key that says the same as before stays the same object, and its session stays open.
    const before = this.#byDigest;
    this.#byDigest = new Map(
      keys.map((key) => {
        const known = before.get(key.digest);
        return [key.digest, isDeepStrictEqual(known, key) ? (known ?? key) : key];
      }),
    );
    this.#onRead([...this.#byDigest.values()]);
  }
}

function versionOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs}`;
}
