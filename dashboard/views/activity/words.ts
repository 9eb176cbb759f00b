import type { Entry, StepEntry } from '../../api/operations.ts';
import { titleOf } from '../../kit/paths.ts';

/** One entry as a sentence: what was done, and to what. */
export interface Sentence {
  readonly verb: string;
  readonly object: string;
  readonly rest: string;
}

export function sayEntry(entry: Entry): Sentence {
  if (entry.kind === 'denied') {
    return {
      verb: 'was refused',
      object: entry.path ? titleOf(entry.path) : entry.operation,
      rest: '',
    };
  }
  return sayChange(entry, { ...done, moved: entry.undoes ? 'undid the move of' : done.moved });
}

/** What is needed to describe a change. */
export interface DescribedChange {
  readonly files: StepEntry['files'];
  readonly filesTotal: number;
  readonly undoes?: string | undefined;
}

type ChangedFile = StepEntry['files'][number];
export type Verbs = Readonly<Record<ChangedFile['what'] | 'restored' | 'updated', string>>;

/** What a change did, or would do, by the verbs that are given. */
export function sayChange(change: DescribedChange, verbs: Verbs): Sentence {
  const { files } = change;
  const moved = files.find(({ what }) => what === 'moved');
  const first = moved ?? files.find(({ what }) => what !== 'folder');
  if (first === undefined) {
    return { verb: `${verbs.folder} folder`, object: files[0]?.path ?? '', rest: '' };
  }
  const isMove = moved !== undefined && !isTrash(moved.to) && !isTrash(moved.path);
  return {
    verb: change.undoes !== undefined && !isMove ? 'undid' : sayVerb(first, verbs),
    object: titleOf(first.path),
    rest: sayRest(change, verbs, isMove ? first.to : undefined),
  };
}

function sayVerb({ what, to, path }: ChangedFile, verbs: Verbs): string {
  if (isTrash(to)) return verbs.deleted;
  return isTrash(path) ? verbs.restored : verbs[what];
}

/** Deleting is moving to the trash of the vault. */
function isTrash(path: string | undefined): boolean {
  return path?.startsWith('.trash/') === true;
}

const done: Verbs = {
  created: 'created',
  changed: 'edited',
  deleted: 'deleted',
  moved: 'moved',
  folder: 'changed',
  restored: 'brought back',
  updated: 'updated',
};

/** What moved takes links along: those notes are counted apart from what was moved. */
function sayRest(
  { files, filesTotal }: DescribedChange,
  { updated }: Verbs,
  to: string | undefined,
): string {
  const moves = files.filter(({ what }) => what === 'moved').length;
  const folders = files.filter(({ what }) => what === 'folder').length;
  const others = filesTotal - folders - Math.max(1, moves);
  const parts = [
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(moves > 1 ? [`and ${moves - 1} more`] : []),
    ...(others > 0 ? [to === undefined ? `and ${others} more` : sayLinks(updated, others)] : []),
  ];
  return parts.join(' ');
}

function sayLinks(updated: string, notes: number): string {
  return `and ${updated} links in ${notes === 1 ? '1 note' : `${notes} notes`}`;
}

const protocolNames: Record<string, string> = {
  mcp: 'MCP',
  ide: 'IDE',
  local: 'Command line',
  remote: 'Remote',
  rest: 'REST',
  web: 'Dashboard',
};

export function sayProtocol(protocol: string): string {
  return protocolNames[protocol] ?? protocol;
}
