import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder, replaceFile } from '../../kit/private-files.ts';

const storedLogin = z.object({ hash: z.string(), since: z.number(), used: z.number() });
export type StoredLogin = Readonly<z.output<typeof storedLogin>>;

const shape = z.object({
  port: z.int().min(1).max(65_535).optional(),
  logins: z.array(storedLogin).default([]),
});
type State = z.output<typeof shape>;

/** What the protocol remembers from start to start. Losing it costs a `vaultd open`. */
export class StateFile {
  readonly #path: string;
  readonly #onError: (thrown: unknown) => void;

  constructor(path: string, onError: (thrown: unknown) => void) {
    this.#path = path;
    this.#onError = onError;
  }

  read(): State {
    try {
      return shape.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return { logins: [] };
    }
  }

  update(change: Partial<State>): void {
    try {
      makePrivateFolder(dirname(this.#path));
      replaceFile(this.#path, `${JSON.stringify({ ...this.read(), ...change })}\n`);
    } catch (thrown) {
      this.#onError(thrown);
    }
  }
}
