/** What the configuration says about this protocol. */
export interface IdeSettings {
  /** One received message. */
  readonly messageBytesMax: number;
  /** Further host names under which the port may be addressed. */
  readonly extraHosts: readonly string[];
  /** Added to our own instructions for the model. */
  readonly instructions: string;
  readonly prompts: boolean;
  readonly resources: boolean;
  /** Off where the client cannot see our processes. */
  readonly lockPid: boolean;
  /** Folders that clients search for lock files; each gets the same ones. */
  readonly lockDirs: readonly string[];
  /** How often clients are pinged. */
  readonly pingMs: number;
}

/** Where this protocol puts its files. */
export interface IdePlaces {
  /** Private to the daemon: port and token of a vault are kept there. */
  stateFile(vaultId: string): string;
  /** A new token at every start. */
  readonly rotateToken: boolean;
}
