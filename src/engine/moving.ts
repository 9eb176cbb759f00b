import { VaultError } from '../contract/errors.ts';
import { isHidden, movedPath, type VaultPath } from '../contract/paths.ts';
import { relink } from './edit/relink.ts';
import { relinkCanvas } from './edit/relink-canvas.ts';
import type { Change, ChangeOptions, Files } from './files.ts';
import { findLinkMoves, type LinkMoves } from './index/move-links.ts';
import { extensionOf } from './index/names.ts';
import type { Facts } from './knowledge.ts';
import type { Policy } from './vault/policy.ts';
import type { Reading } from './vault/reading.ts';

export interface MoveOptions extends ChangeOptions {
  /** Change links so that they lead to the same files as before; yes unless said. */
  readonly updateLinks?: boolean | undefined;
  /** Say what would happen and change nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface Moved {
  readonly from: VaultPath;
  readonly to: VaultPath;
  readonly linksUpdated: number;
  /** Files whose links were changed, at their paths after the move. */
  readonly filesTouched: readonly VaultPath[];
  /** Files with links that should change, which the caller may read but not write. */
  readonly filesLeft: readonly VaultPath[];
  readonly step: string | undefined;
}

/** Moving notes, attachments and folders so that no link breaks. */
export interface Moving {
  move(from: VaultPath, to: VaultPath, options?: MoveOptions): Promise<Moved>;
}

export interface MovingContext {
  readonly facts: () => Promise<Facts>;
  readonly files: Files;
  readonly reading: Reading;
  readonly policy: Policy;
}

export function createMoving({ facts, files, reading, policy }: MovingContext): Moving {
  return {
    async move(from, to, { updateLinks = true, dryRun = false, ...options } = {}) {
      const nothing = { from, to, linksUpdated: 0, filesTouched: [], filesLeft: [] };
      requireFree(reading, from, to);
      if (from === to) return { ...nothing, step: undefined };
      const { index, settings } = await facts();
      // A hidden place is no place for links to lead to: there they may break.
      const moves =
        updateLinks && !isHidden(to)
          ? findLinkMoves(index, from, to, settings.newLinkFormat)
          : new Map<string, never>();
      const sources = [...moves.keys()] as VaultPath[];
      const mine = sources.filter((path) => policy.mayRead(path) && policy.mayWrite(path));
      const left = sources.filter((path) => policy.mayRead(path) && !policy.mayWrite(path));
      const counts = new Map<VaultPath, number>();
      const writes = mine.map((path): Change => {
        const bytes = (old: Buffer | undefined): Buffer => {
          const { text, count } = rewrite(path, old?.toString('utf8') ?? '', moves, { from, to });
          counts.set(path, count);
          return Buffer.from(text);
        };
        return { kind: 'write', path, bytes };
      });
      const why = options.why ?? `move ${from} to ${to}`;
      const step = dryRun
        ? preview(writes, reading)
        : (await files.apply([...writes, { kind: 'move', path: from, to }], { ...options, why }))
            .id;
      const touched = mine.filter((path) => (counts.get(path) ?? 0) > 0);
      return {
        ...nothing,
        linksUpdated: touched.reduce((sum, path) => sum + (counts.get(path) ?? 0), 0),
        filesTouched: touched.map((path) => movedPath(path, from, to)),
        filesLeft: left,
        step,
      };
    },
  };
}

/** Counts what would change, without changing it. */
function preview(writes: readonly Change[], reading: Reading): undefined {
  for (const write of writes) {
    if (write.kind !== 'write' || Buffer.isBuffer(write.bytes)) continue;
    write.bytes(reading.readNow(write.path).bytes);
  }
}

function rewrite(
  path: VaultPath,
  text: string,
  moves: LinkMoves,
  { from, to }: { from: VaultPath; to: VaultPath },
) {
  const byPath = moves.get(path);
  if (extensionOf(path) !== 'canvas') return relink(text, (written) => byPath?.get(written));
  const newFile = (file: string): string | undefined => {
    const moved = movedPath(file as VaultPath, from, to);
    return moved === file ? undefined : moved;
  };
  return relinkCanvas(text, newFile, (written) => byPath?.get(written));
}

/** A change of case only is a real move; anything else at the target is in the way. */
function requireFree(reading: Reading, from: VaultPath, to: VaultPath): void {
  const [source, target] = [reading.stat(from), reading.stat(to)];
  if (source === undefined) {
    throw new VaultError('not-found', `no such file: ${from}`, {
      path: from,
      hint: 'Check the name, or search for the note.',
    });
  }
  if (target === undefined || (target.ino === source.ino && target.dev === source.dev)) return;
  throw new VaultError('already-exists', `already exists: ${to}`, {
    path: to,
    hint: 'Choose another name, or move what is there first.',
  });
}
