import type { MaybeLater } from '../../kit/maybe-later.ts';
import type { WholeFile } from '../../operations/file/read.ts';
import type { Session } from '../../operations/sessions.ts';
import type { RestReply, RestRequest } from './frame.ts';
import type { RestKey } from './settings.ts';

/** One request whose key was right, with everything that a handler needs. */
export interface RestExchange {
  readonly request: RestRequest;
  readonly key: RestKey;
  /** What the key may see and do. Requests of one key share it. */
  readonly session: Session;
  /** The parts of the path after the first one, as they were sent; the last slash adds none. */
  readonly parts: readonly string[];
  /** The path ends in a slash. */
  readonly endsInSlash: boolean;
  /** Aborted when the client hangs up, or when the answer takes too long. */
  readonly signal: () => AbortSignal;
}

/** A request about one file, or a part of it, however the URL names it. */
export interface FileExchange extends RestExchange {
  /** The file as the vault spells it; where there is none, as it was asked for. */
  readonly path: string;
  readonly type: 'file' | 'folder' | 'nothing';
  /** Its bytes, where they have been read with it. */
  readonly content?: WholeFile | undefined;
  /** What the URL names in the file, decoded: `heading`, `One`, `Sub`. Empty: all of it. */
  readonly target: readonly string[];
  /** The URL does not name the file, so the answer has to. */
  readonly isNamedElsewhere: boolean;
  /** What a missing note begins with when it is made: periodic notes have templates. */
  readonly start: string;
}

export type RestHandler = (exchange: RestExchange) => MaybeLater<RestReply>;
export type FileHandler = (exchange: FileExchange) => MaybeLater<RestReply>;
