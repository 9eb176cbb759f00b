import type { VaultPath } from '../../../contract/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { Op, State } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { readEntry } from '../vault/apply.ts';
import type { Stat } from '../vault/stat.ts';
import type { AgreedVersions } from './agreed.ts';
import { folderVersion, type LedgerChange } from './ledger.ts';
import type { OutsideChange } from './survey.ts';

/** What another program did in the folder, ready to be committed. */
export interface PreparedChange {
  readonly change: OutsideChange;
  readonly why: string;
  readonly changes: readonly LedgerChange[];
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly stats: ReadonlyMap<VaultPath, Stat>;
  readonly ops: readonly Op[];
  readonly bytes: number;
}

/** Reads the file; undefined when the folder and the ledger agree by now. */
export async function prepare(
  root: Root,
  agreed: Pick<AgreedVersions, 'get'>,
  change: OutsideChange,
): Promise<PreparedChange | undefined> {
  const { kind, path } = change;
  const nothing = { change, contents: new Map(), stats: new Map(), bytes: 0 };
  const before = agreed.get(path)?.version ?? null;
  if (kind === 'folder-added') {
    const changes = [{ path, before: null, after: folderVersion }];
    return { ...nothing, why: `make folder ${path}`, changes, ops: [{ op: 'mkdir', path }] };
  }
  if (kind === 'folder-removed') {
    const changes = [{ path, before: folderVersion, after: null }];
    const ops: Op[] = [{ op: 'rmdir', path, mode: 0o755 }];
    return { ...nothing, why: `remove folder ${path}`, changes, ops };
  }
  if (kind === 'removed') {
    if (before === null) return undefined;
    const ops: Op[] = [{ op: 'remove', path, before: stateOf(before, 0, 0o644) }];
    return { ...nothing, why: `remove ${path}`, changes: [{ path, before, after: null }], ops };
  }
  const { stat, hash, bytes } = await readEntry(root, path);
  if (stat === undefined || hash === undefined || bytes === undefined) return undefined;
  const after = stateOf(hash, bytes.length, stat.mode);
  const read = {
    change,
    contents: new Map([[hash, bytes]]),
    stats: new Map([[path, stat]]),
    bytes: bytes.length,
  };
  if (kind === 'renamed') {
    const { from } = change;
    const old = agreed.get(from)?.version ?? null;
    const ops: Op[] = [{ op: 'move', path: from, to: path, type: 'file', over: null }];
    if (old !== null && old !== hash) {
      ops.push({ op: 'put', path, before: stateOf(old, 0, stat.mode), after });
    }
    const changes = [
      { path: from, before: old, after: null },
      { path, before, after: hash, from },
    ];
    return { ...read, why: `move ${from} to ${path}`, changes, ops };
  }
  if (hash === before) return undefined;
  const old = before === null ? null : stateOf(before, 0, stat.mode);
  return {
    ...read,
    why: `${before === null ? 'add' : 'edit'} ${path}`,
    changes: [{ path, before, after: hash }],
    ops: [{ op: 'put', path, before: old, after }],
  };
}

/** Adds what is committed to the history, so that it can be shown and undone. */
export async function journalOutside(
  journal: Journal,
  step: { readonly id: string; readonly at: number; readonly client: string },
  { why, ops }: PreparedChange,
  contents: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const sized = <S extends State | null>(state: S): S =>
    state?.type === 'file'
      ? { ...state, size: contents.get(state.hash)?.length ?? state.size }
      : state;
  const known = ops.map((op): Op => {
    if (op.op === 'put') return { ...op, before: sized(op.before) };
    return op.op === 'remove' ? { ...op, before: sized(op.before) } : op;
  });
  await journal.begin({ ...step, protocol: 'local', why, ops: known }, contents);
  await journal.end(step.id, 'done');
}

function stateOf(hash: string, size: number, mode: number): State & { type: 'file' } {
  return { type: 'file', hash, size, mode };
}
