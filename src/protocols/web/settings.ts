/** What the configuration says about the protocol. */
export interface WebSettings {
  /** Undefined: the port of last time when it is free, else any. */
  readonly port: number | undefined;
  /** The loopback name that links have. A cookie belongs to a name, whatever the port. */
  readonly name: string;
  /** Further names under which browsers reach it, with their ports. */
  readonly extraHosts: readonly string[];
}

/** Where the protocol finds and keeps its things. */
export interface WebPlaces {
  /** Its port and who is logged in. */
  readonly stateFile: string;
  /** The folder of the built page. */
  readonly assets: string;
}
