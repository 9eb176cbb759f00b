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
  const [first] = entry.files.filter(({ what }) => what !== 'folder');
  const folder = entry.files[0];
  if (first === undefined) {
    return { verb: 'changed folder', object: folder?.path ?? '', rest: '' };
  }
  return {
    verb: entry.undoes === undefined ? verbs[first.what] : 'undid',
    object: titleOf(first.path),
    rest: sayRest(entry, first.to),
  };
}

const verbs = {
  created: 'created',
  changed: 'edited',
  deleted: 'deleted',
  moved: 'moved',
  folder: 'changed',
} as const;

function sayRest({ files, filesTotal }: StepEntry, to: string | undefined): string {
  const others = filesTotal - 1 - files.filter(({ what }) => what === 'folder').length;
  const moved = to === undefined ? '' : `to ${to}`;
  if (others <= 0) return moved;
  return `${moved} and ${others} more`.trim();
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
