import type { PathPolicy } from '../../contract/callers.ts';

/** The major release of the plugin that a client takes us for. */
export type Generation = 3 | 4 | 5 | 6;

/** A client's way in, as a handler gets it. */
export interface RestKey {
  /** The name of the client in history and activity. */
  readonly name: string;
  /** The name or id of the vault that it opens. */
  readonly vault: string;
  readonly policy: PathPolicy;
  /** It may run commands of an attached app. */
  readonly commands: boolean;
  readonly generation: Generation;
  /** Milliseconds since 1970; undefined: never. */
  readonly expires: number | undefined;
}

/** A key with the digest of its secret, in hex. */
export interface StoredKey extends RestKey {
  readonly digest: string;
}

/** What the configuration says about the protocol. */
export interface RestSettings {
  /** Where the TLS port listens. The plain port is always on loopback. */
  readonly host: string;
  readonly httpsPort: number;
  /** Undefined: no plain port. */
  readonly httpPort: number | undefined;
  /** The header that carries the key, in lower case. */
  readonly keyHeader: string;
  /** Origins of pages that are accepted besides those of extensions and of this machine. */
  readonly origins: readonly string[];
  /** Host names besides those of this machine, with their ports. */
  readonly extraHosts: readonly string[];
  /** Names and addresses that the certificate is good for, besides those of this machine. */
  readonly certificateNames: readonly string[];
  readonly bodyBytesMax: number;
  /** Of clients that show no key. */
  readonly generation: Generation;
  /** Keys of the configuration file. */
  readonly keys: readonly StoredKey[];
}

/** Where the protocol keeps its things. */
export interface RestPlaces {
  /** Keys that were added by command. */
  readonly keysFile: string;
  /** The authority and the certificate that it signed. */
  readonly certificatesFile: string;
  /** The app's own folder inside a vault. */
  readonly configFolder: string;
}
