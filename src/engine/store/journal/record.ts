import { crc32 } from 'node:zlib';
import type { Protocol } from '../../../contract/callers.ts';
import type { EntryType } from '../../../contract/events.ts';
import type { VaultPath } from '../../../contract/paths.ts';

/** What is at a path: a file by its content, a link by its target. Nothing there is null. */
export type State =
  | { readonly type: 'file'; readonly hash: string; readonly mode: number; readonly size: number }
  | { readonly type: 'link'; readonly target: string }
  /** A FIFO, socket or device: it can be removed, but not brought back. */
  | { readonly type: 'special' };

/** One change of one path. `staged` is where the new bytes wait until the step is committed. */
export type Op =
  | {
      readonly op: 'put';
      readonly path: VaultPath;
      readonly before: State | null;
      readonly after: State;
      readonly staged?: VaultPath;
    }
  | { readonly op: 'remove'; readonly path: VaultPath; readonly before: State }
  | {
      readonly op: 'move';
      readonly path: VaultPath;
      readonly to: VaultPath;
      readonly type: EntryType;
      readonly over: State | null;
    }
  | { readonly op: 'mkdir'; readonly path: VaultPath; readonly mode?: number }
  | { readonly op: 'rmdir'; readonly path: VaultPath; readonly mode: number };

/** Every path an op speaks of. */
export function pathsOfOp(op: Op): VaultPath[] {
  return op.op === 'move' ? [op.path, op.to] : [op.path];
}

/** Where a blob is in the pack of its segment. */
export type PackPlace = readonly [offset: number, stored: number, size: number];

/** A change of the vault as the journal remembers it. */
export interface Step {
  /** Sorts by time. */
  readonly id: string;
  readonly at: number;
  readonly protocol: Protocol;
  readonly client: string;
  readonly why: string;
  readonly ops: readonly Op[];
  /** The step that this one undoes. */
  readonly undoes?: string;
  /** Who accepted it, where a person had to. */
  readonly approvedBy?: string;
  /** The machine that made it, when it was another one. */
  readonly machine?: string;
  readonly outcome: 'open' | 'done' | 'aborted';
}

export interface BeginRecord extends Omit<Step, 'outcome'> {
  readonly t: 'begin';
  /** What records of version 0.1 have instead of `protocol`. */
  readonly door?: Protocol;
  /** The process that makes it; while it is alive, no other process touches the step. */
  readonly owner: string;
  readonly blobs: Readonly<Record<string, PackPlace>>;
}
export interface EndRecord {
  readonly t: 'done' | 'aborted';
  readonly id: string;
  /** What recovery could not do, in words. */
  readonly problems?: readonly string[];
}
export type JournalRecord = BeginRecord | EndRecord;

/** The step that begins with this record. */
export function toStep(record: BeginRecord): Step {
  const { id, at, client, why, ops, undoes, approvedBy, machine } = record;
  const protocol = record.door ?? record.protocol;
  const step = { id, at, protocol, client, why, ops, outcome: 'open' } as const;
  const more = { ...(approvedBy && { approvedBy }), ...(machine && { machine }) };
  return { ...step, ...(undoes && { undoes }), ...more };
}

export function encodeRecord(record: JournalRecord): string {
  return encodeLine(record);
}

/** Undefined when the line is damaged. The checksum proves the shape: only we write it. */
export function decodeRecord(line: string): JournalRecord | undefined {
  return decodeLine(line) as JournalRecord | undefined;
}

/** One line: a checksum, a space, JSON. Plain tools can read it. */
export function encodeLine(value: object): string {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
}

/** Undefined when the line is damaged. */
export function decodeLine(line: string): unknown {
  const json = line.slice(9);
  return line.slice(0, 8) === checksum(json) ? JSON.parse(json) : undefined;
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}
