import picomatch from 'picomatch';
import type { PathPolicy } from '../../../contract/callers.ts';
import { VaultError } from '../../../contract/errors.ts';
import type { EntryType } from '../../../contract/events.ts';
import { isHidden } from '../../../contract/paths.ts';

/** What a policy says of each path. Every call that reaches the vault asks it first. */
export interface Policy {
  mayRead(path: string): boolean;
  mayWrite(path: string): boolean;
  /** A folder may be listed when it is readable or leads to something that is. */
  mayList(path: string): boolean;
  /** Whether an entry of this type may appear in listings and events. */
  maySee(path: string, type: EntryType): boolean;
  requireRead(path: string): void;
  requireWrite(path: string): void;
  requireList(path: string): void;
  /** Nothing is closed, so nothing has to be filtered. */
  readonly isOpen: boolean;
  /** Every note may be read, at this moment. Hidden files are no notes. */
  readsAllNotes(): boolean;
}

/** Says whether the vault's ignore file closes a path. */
export type Ignored = (path: string) => boolean;

/** What the vault itself closes: by its ignore file, and to assistants. */
export interface Closing {
  readonly ignored?: Ignored;
  /** False while the ignore file closes nothing. */
  readonly isIgnoring?: () => boolean;
  readonly withheld?: Ignored;
}

export function createPolicy(rules: PathPolicy, closing: Closing = {}): Policy {
  const layers: Layer[] = [];
  for (let each: PathPolicy | undefined = rules; each !== undefined; each = each.within) {
    layers.push(createLayer(each, closing));
  }
  const may = (access: PathAccess) => (path: string) =>
    layers.every(({ whyNot }) => whyNot[access](path) === undefined);
  const require = (access: PathAccess) => (path: string) => {
    for (const { whyNot, refuse } of layers) {
      const why = whyNot[access](path);
      if (why !== undefined) throw refuse(access, path, why);
    }
  };
  const [mayRead, mayList] = [may('read'), may('list')];
  return {
    mayRead,
    mayWrite: may('write'),
    mayList,
    maySee: (path, type) => (type === 'folder' ? mayList : mayRead)(path),
    requireRead: require('read'),
    requireWrite: require('write'),
    requireList: require('list'),
    isOpen: layers.every(({ isOpen }) => isOpen),
    readsAllNotes: () => layers.every(({ readsAllNotes }) => readsAllNotes()),
  };
}

type PathAccess = 'read' | 'write' | 'list';

/** One set of rules. A path is open when every layer lets it be. */
interface Layer extends Pick<Policy, 'isOpen' | 'readsAllNotes'> {
  /** Why a path is closed; undefined when it is open. */
  readonly whyNot: Readonly<Record<PathAccess, (path: string) => string | undefined>>;
  refuse(access: PathAccess, path: string, why: string): VaultError;
}

function createLayer(
  rules: PathPolicy,
  { ignored, isIgnoring = () => ignored !== undefined, withheld = () => false }: Closing,
): Layer {
  const denied = toMatcher(rules.deny ?? []);
  const scope = rules.readOnly ? rules.read : union(rules.read, rules.write);
  const closesNothing =
    rules.read === undefined && !rules.sharedOnly && (rules.deny ?? []).length === 0;

  const isClosed = (path: string): boolean =>
    (!rules.hidden && (isHidden(path) || ignored?.(path) === true)) ||
    denied(path) ||
    (rules.sharedOnly === true && withheld(path));

  const read = (path: string): string | undefined => {
    if (isClosed(path)) return 'hidden';
    if (rules.read === undefined || matches(path, scope)) return undefined;
    return 'outside_read_paths';
  };
  const write = (path: string): string | undefined => {
    if (isClosed(path)) return 'hidden';
    if (rules.readOnly) return 'read_only_mode';
    if (rules.write === undefined || matches(path, rules.write)) return undefined;
    return 'outside_write_paths';
  };
  const list = (path: string): string | undefined => {
    const why = read(path);
    return why === 'outside_read_paths' && leadsTo(path, scope) ? undefined : why;
  };

  return {
    whyNot: { read, write, list },
    refuse(access, path, why) {
      if (why === 'read_only_mode') return readOnlyRefusal(path, rules);
      return access === 'write'
        ? refusal('write', path, why, rules.write)
        : refusal('read', path, why, scope);
    },
    isOpen: closesNothing && rules.hidden === true && rules.write === undefined && !rules.readOnly,
    readsAllNotes: () => closesNothing && (rules.hidden === true || !isIgnoring()),
  };
}

/** Lines as in a `.gitignore`: `folder/`, `/anchored`, `*.pdf`, `!exception`; `#` starts a comment. */
export function parseIgnore(text: string): Ignored {
  const rules = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const keeps = line.startsWith('!');
      return { keeps, matches: toMatcher([toGlob(keeps ? line.slice(1) : line)]) };
    });
  return (path) =>
    rules.reduce((ignored, { keeps, matches }) => (matches(path) ? !keeps : ignored), false);
}

function toGlob(line: string): string {
  const bare = line.replace(/\/+$/, '');
  return bare.includes('/') ? bare.replace(/^\/+/, '') : `**/${bare}`;
}

/** True for what a glob names and for everything below it, in any case, on every platform. */
function toMatcher(globs: readonly string[]): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  const patterns = globs.flatMap((glob) => {
    const folded = fold(glob.replace(/\/+$/, ''));
    return [folded, `${folded}/**`];
  });
  const isMatch = picomatch(patterns, { dot: true });
  return (path) => path !== '' && isMatch(fold(path));
}

function matches(path: string, prefixes: readonly string[] | undefined): boolean {
  const candidate = fold(path);
  return (prefixes ?? []).some(
    (prefix) => candidate === fold(prefix) || candidate.startsWith(`${fold(prefix)}/`),
  );
}

function leadsTo(path: string, prefixes: readonly string[] | undefined): boolean {
  const start = path === '' ? '' : `${fold(path)}/`;
  return (prefixes ?? []).some((prefix) => fold(prefix).startsWith(start));
}

function union(read: readonly string[] | undefined, write: readonly string[] | undefined) {
  return read === undefined ? undefined : [...new Set([...read, ...(write ?? [])])];
}

/** How prefixes are compared: in any case and Unicode form. */
export function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function refusal(
  op: 'read' | 'write',
  path: string,
  subreason: string,
  scope: readonly string[] = [],
): VaultError {
  const { reason, why, hint } =
    subreason === 'hidden'
      ? ({
          reason: 'path-forbidden',
          why: 'it is hidden or excluded from this vault.',
          hint: 'Choose a path that is not excluded.',
        } as const)
      : outside(op, scope);
  const verb = op === 'read' ? 'readable' : 'writable';
  return new VaultError('forbidden', `Path '${path}' is not ${verb}: ${why}`, {
    path,
    reason,
    hint,
    data: { op, subreason, activeScope: [...scope] },
  });
}

function outside(op: 'read' | 'write', scope: readonly string[]) {
  const prefixes = scope.length === 0 ? '(empty)' : scope.map((each) => `'${each}'`).join(', ');
  return {
    reason: op === 'read' ? 'outside-read-paths' : 'outside-write-paths',
    why: `outside the paths that may be ${op === 'read' ? 'read' : 'written'}.`,
    hint: `Allowed prefixes: [${prefixes}]. Choose a path below one of them.`,
  } as const;
}

function readOnlyRefusal(path: string, { readOnly }: PathPolicy): VaultError {
  const { reason, why } =
    readOnly === 'for now'
      ? ({
          reason: 'read-only-for-now',
          why: 'the owner of the vault lets this client only read for now.',
        } as const)
      : ({ reason: 'read-only', why: 'the vault is served in read-only mode.' } as const);
  return new VaultError('forbidden', `Path '${path}' is not writable: ${why}`, {
    path,
    reason,
    // Not how to allow more: that is for the owner.
    hint: 'Reading and searching still work. The owner of the vault can make the change.',
    data: { op: 'write', subreason: 'read_only_mode', activeScope: [] },
  });
}
