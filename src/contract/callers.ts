export type Access = 'read' | 'write' | 'admin';
export const protocolNames = ['ide', 'local', 'mcp', 'remote', 'rest', 'web'] as const;
export type Protocol = (typeof protocolNames)[number];

/** What part of the vault a caller may see and change. Prefixes are lower-case, without slashes at the ends. */
export interface PathPolicy {
  /** Absent: everything is readable. */
  readonly read?: readonly string[];
  /** Absent: everything is writable. A writable path is readable too, unless read-only. */
  readonly write?: readonly string[];
  /** `for now`: its owner has said so while the daemon runs, and not a setting. */
  readonly readOnly?: boolean | 'for now';
  /** Changes that a person has to accept first: all of them, or those at or below these prefixes. */
  readonly approve?: true | readonly string[];
  /** Globs that are closed under this policy, whatever the prefixes say. */
  readonly deny?: readonly string[];
  /** Hidden names (`.obsidian`, `.git`, `.trash`) are open only to protocols whose client needs them. */
  readonly hidden?: boolean;
  /** Only what the vault shares with assistants: no excluded notes, none that says no to it. */
  readonly sharedOnly?: boolean;
  /** A wider policy that must agree too: what it closes stays closed. */
  readonly within?: PathPolicy;
}

/** Who asks. */
export interface Caller {
  readonly protocol: Protocol;
  /** The name the client gave itself, or the protocol's word for it. */
  readonly client: string;
  readonly grants: ReadonlySet<Access>;
  readonly policy: PathPolicy;
}

/** Everything, for the owner of the process. */
export const ownerGrants: ReadonlySet<Access> = new Set<Access>(['read', 'write', 'admin']);
