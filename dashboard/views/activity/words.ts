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
  const moved = entry.files.find(({ what }) => what === 'moved');
  const first = moved ?? entry.files.find(({ what }) => what !== 'folder');
  if (first === undefined) {
    return { verb: 'changed folder', object: entry.files[0]?.path ?? '', rest: '' };
  }
  const isMove = moved !== undefined && !isTrash(moved.to) && !isTrash(moved.path);
  return {
    verb: sayVerb(entry, first, isMove),
    object: titleOf(first.path),
    rest: sayRest(entry, isMove ? first.to : undefined),
  };
}

type ChangedFile = StepEntry['files'][number];

function sayVerb({ undoes }: StepEntry, { what, to, path }: ChangedFile, isMove: boolean): string {
  if (undoes !== undefined) return isMove ? 'undid the move of' : 'undid';
  if (isTrash(to)) return 'deleted';
  return isTrash(path) ? 'brought back' : verbs[what];
}

/** Deleting is moving to the trash of the vault. */
function isTrash(path: string | undefined): boolean {
  return path?.startsWith('.trash/') === true;
}

const verbs = {
  created: 'created',
  changed: 'edited',
  deleted: 'deleted',
  moved: 'moved',
  folder: 'changed',
} as const;

/** What moved takes links along: those notes are counted apart from what was moved. */
function sayRest({ files, filesTotal }: StepEntry, to: string | undefined): string {
  const moves = files.filter(({ what }) => what === 'moved').length;
  const folders = files.filter(({ what }) => what === 'folder').length;
  const others = filesTotal - folders - Math.max(1, moves);
  const parts = [
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(moves > 1 ? [`and ${moves - 1} more`] : []),
    ...(others > 0 ? [to === undefined ? `and ${others} more` : sayLinks(others)] : []),
  ];
  return parts.join(' ');
}

function sayLinks(notes: number): string {
  return `and updated links in ${notes === 1 ? '1 note' : `${notes} notes`}`;
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
