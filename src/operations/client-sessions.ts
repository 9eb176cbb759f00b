import { ownerGrants, type Protocol } from '../contract/callers.ts';
import type { ServedVault, Session, Sessions } from './sessions.ts';

/** The owner's client at a protocol, with a session for each vault that it has touched. */
export class ClientSessions {
  readonly #sessions: Sessions;
  readonly #protocol: Protocol;
  readonly #disconnect: () => void;
  readonly #open = new Map<string, Session>();
  #name: string;
  #version: string | undefined;

  constructor(
    sessions: Sessions,
    { protocol, client }: { readonly protocol: Protocol; readonly client: string },
    disconnect: () => void = () => undefined,
  ) {
    this.#sessions = sessions;
    this.#protocol = protocol;
    this.#name = client;
    this.#disconnect = disconnect;
  }

  get name(): string {
    return this.#name;
  }

  has(vault: ServedVault): boolean {
    return this.#open.has(vault.id);
  }

  of(vault: ServedVault): Session {
    const known = this.#open.get(vault.id);
    if (known !== undefined) return known;
    const caller = {
      protocol: this.#protocol,
      client: this.#name,
      grants: ownerGrants,
      policy: {},
    };
    const session = this.#sessions.open(vault, caller, this.#disconnect, this.#version);
    this.#open.set(vault.id, session);
    return session;
  }

  /** Under its new name a client may be allowed less. */
  identify(name: string, version?: string): void {
    this.#name = name;
    this.#version = version;
    for (const session of this.#open.values()) session.identify(name, version);
  }

  close(): void {
    for (const session of this.#open.values()) session.close();
    this.#open.clear();
  }
}
