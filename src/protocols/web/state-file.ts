import * as z from 'zod';
import { readPrivateJson, writePrivateJson } from '../../kit/private-files.ts';

const storedLogin = z.object({ hash: z.string(), since: z.number(), used: z.number() });
export type StoredLogin = Readonly<z.output<typeof storedLogin>>;

const shape = z.object({
  port: z.int().min(1).max(65_535).optional(),
  remotePort: z.int().min(1).max(65_535).optional(),
  logins: z.array(storedLogin).default([]),
});
type State = z.output<typeof shape>;

/** What the protocol keeps from start to start. Without it, browsers have to log in again. */
export class StateFile {
  readonly #path: string;
  readonly #onError: (thrown: unknown) => void;

  constructor(path: string, onError: (thrown: unknown) => void) {
    this.#path = path;
    this.#onError = onError;
  }

  read(): State {
    return readPrivateJson(this.#path, shape) ?? { logins: [] };
  }

  update(change: Partial<State>): void {
    try {
      writePrivateJson(this.#path, { ...this.read(), ...change });
    } catch (thrown) {
      this.#onError(thrown);
    }
  }
}
