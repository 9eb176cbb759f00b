/** What the configuration says about the protocol. */
export interface WebSettings {
  /** Undefined: the port of last time when it is free, else any. */
  readonly port: number | undefined;
  /** The loopback name that links have. A cookie belongs to a name, whatever the port. */
  readonly name: string;
  /** Further names under which browsers reach it, with their ports. */
  readonly extraHosts: readonly string[];
  /** Undefined: only this machine. */
  readonly remote?: RemoteSettings | undefined;
}

/** How browsers of other machines reach the dashboard: over TLS, by names that are known. */
export interface RemoteSettings {
  /** The address to listen on. */
  readonly host: string;
  /** Undefined: the port of last time when it is free, else any. */
  readonly port: number | undefined;
  /** Names and IPv4 addresses under which browsers reach this machine. The first is in links. */
  readonly names: readonly string[];
  /** Files of a certificate for these names; without them we make one. */
  readonly certificate?: { readonly certFile: string; readonly keyFile: string } | undefined;
}

/** Where the protocol finds and keeps its things. */
export interface WebPlaces {
  /** Its port and who is logged in. */
  readonly stateFile: string;
  /** The certificates that we make for other machines. */
  readonly certificatesFile: string;
  /** The folder of the built page. */
  readonly assets: string;
}
