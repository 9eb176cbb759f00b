import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { approvalLimits } from '../../../contract/approval-limits.ts';
import { VaultError } from '../../../contract/errors.ts';
import { replaceFile } from '../../../kit/private-files.ts';
import { decodeLine, encodeLine } from '../journal/record.ts';
import { systemCode, toSystemError } from '../vault/system-errors.ts';
import type { Contents, ProposedChange } from './proposal.ts';

/**
 * Proposals as files that all processes of a vault share: `ID.proposal` says what is asked for and
 * what became of it, `ID.contents` has the bytes while it waits.
 */
export class ProposalFiles {
  readonly #folder: string;
  readonly #isSynced: boolean;

  constructor(folder: string, durability: 'fsync' | 'rename') {
    this.#folder = folder;
    this.#isSynced = durability === 'fsync';
  }

  /** The newest first. */
  list(): ProposedChange[] {
    const ids = this.#names(ending).map((name) => name.slice(0, -ending.length));
    return ids
      .sort()
      .toReversed()
      .flatMap((id) => this.find(id) ?? []);
  }

  /** Undefined for an unknown one, and for one whose file is damaged. */
  find(id: string): ProposedChange | undefined {
    if (!/^[0-9a-z]+$/.test(id)) return undefined;
    const text = readText(this.#proposal(id));
    // The checksum proves the shape: only we write it.
    return text === undefined
      ? undefined
      : (decodeLine(text.trimEnd()) as ProposedChange | undefined);
  }

  contents(id: string): Contents {
    const line = readText(this.#contents(id));
    const stored = line === undefined ? undefined : decodeLine(line.trimEnd());
    return new Map(
      Object.entries(stored ?? {}).map(([hash, base64]) => [hash, Buffer.from(base64, 'base64')]),
    );
  }

  add(proposal: ProposedChange, contents: Contents): void {
    requireRoom(this.#names('.contents').length, contents);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.replace(proposal, contents);
    } catch (thrown) {
      throw toSystemError(thrown, '');
    }
  }

  /** The contents stay as they are when absent. */
  replace(proposal: ProposedChange, contents?: Contents): void {
    const { id } = proposal;
    if (contents !== undefined) {
      const stored = [...contents].map(([hash, bytes]) => [hash, bytes.toString('base64')]);
      replaceFile(this.#contents(id), encodeLine(Object.fromEntries(stored)), this.#isSynced);
    }
    replaceFile(this.#proposal(id), encodeLine(proposal), this.#isSynced);
  }

  /** It is decided: its contents are no longer needed, and the oldest that were decided go. */
  end(proposal: ProposedChange): void {
    this.replace(proposal);
    rmSync(this.#contents(proposal.id), { force: true });
    const ended = this.list().filter(({ state }) => state !== 'waiting');
    for (const { id } of ended.slice(approvalLimits.decidedKeptMax)) {
      rmSync(this.#proposal(id), { force: true });
    }
  }

  #names(ending: string): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => name.endsWith(ending));
    } catch (thrown) {
      if (systemCode(thrown) === 'ENOENT') return [];
      throw toSystemError(thrown, '');
    }
  }

  #proposal(id: string): string {
    return join(this.#folder, `${id}${ending}`);
  }

  #contents(id: string): string {
    return join(this.#folder, `${id}.contents`);
  }
}

const ending = '.proposal';

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function requireRoom(waiting: number, contents: Contents): void {
  const bytes = [...contents.values()].reduce((sum, each) => sum + each.length, 0);
  if (bytes > approvalLimits.bytesMax) {
    throw new VaultError('too-large', 'This change is too large to wait for approval.', {
      hint: `Make it in parts of at most ${approvalLimits.bytesMax / 2 ** 20} MB.`,
    });
  }
  if (waiting < approvalLimits.waitingMax) return;
  throw new VaultError(
    'unavailable',
    `${approvalLimits.waitingMax} changes wait for approval already.`,
    { hint: 'Ask the user to decide on them first.' },
  );
}
