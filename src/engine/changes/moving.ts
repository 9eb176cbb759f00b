import { VaultError } from '../../contract/errors.ts';
import { isHidden, movedPath, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import { type LinkEdit, planRelinks } from '../knowledge/index/links/relink.ts';
import type { Facts } from '../knowledge/knowledge.ts';
import { findQuietSources } from '../knowledge/quiet-sources.ts';
import type { ChangeOptions, FileChange, Files } from '../store/files.ts';
import type { Policy } from '../store/vault/policy.ts';
import type { Reading } from '../store/vault/reading.ts';
import { countOf, share, toWrite } from './text-edits.ts';

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
  const planLinks = async (from: VaultPath, to: VaultPath): Promise<LinkEdit[]> => {
    // A hidden place is no place for links to lead to: there they may break.
    if (isHidden(to)) return [];
    const known = await facts();
    const textOf = (path: string) => known.search.textOf(path) ?? readText(reading, path);
    const quiet = await findQuietSources(known, [from], textOf);
    const format = known.settings.newLinkFormat;
    return planRelinks(known.index, [{ from, to }], { format, textOf, quiet });
  };

  return {
    async move(from, to, { updateLinks = true, dryRun = false, ...options } = {}) {
      requireFree(reading, from, to);
      const edits = updateLinks && from !== to ? await planLinks(from, to) : [];
      const { mine, left } = share(edits, policy);
      const changes: FileChange[] = mine.map(toWrite);
      if (from !== to) changes.push({ kind: 'move', path: from, to });
      const why = options.why ?? `move ${from} to ${to}`;
      const done = dryRun ? undefined : await files.apply(changes, { ...options, why });
      return {
        from,
        to,
        linksUpdated: countOf(mine),
        filesTouched: mine.map(({ path }) => movedPath(parseVaultPath(path), from, to)),
        filesLeft: left,
        step: done?.id,
      };
    },
  };
}

/** Canvases and bases are not kept in memory as notes are. */
export function readText(reading: Reading, path: string): string | undefined {
  try {
    return reading.readNow(parseVaultPath(path)).bytes.toString('utf8');
  } catch {
    return undefined;
  }
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
