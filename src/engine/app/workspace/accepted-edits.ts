import { pathsOf, type VaultChange } from '../../../contract/events.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { DiffInfo, WorkspaceEvent } from '../../../contract/workspace.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Emitter } from '../../../kit/emitter.ts';
import type { MadeChange } from '../../store/steps/adopt.ts';
import type { Root } from '../../store/vault/anchor.ts';
import { readEntry } from '../../store/vault/apply.ts';
import type { Workspace } from './workspace.ts';

interface AwaitedEdit {
  readonly diff: DiffInfo;
  /** The file when the change was proposed. */
  readonly before: Promise<MadeChange['before']>;
  /** What the client may write: its proposal, or what the user made of it. */
  readonly texts: Set<string>;
  /** Undefined while it is not decided. */
  untilMs?: number;
}

interface AcceptedEditsOptions {
  readonly root: Root;
  readonly clock: Clock;
  readonly changes: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  adopt(change: MadeChange): Promise<void>;
  onError(thrown: unknown): void;
}

/**
 * The client that proposed a change writes the file itself, also when its user decides in its own
 * terminal. Such a write goes into the history with the client as its origin, so that it can be
 * undone. Returns how to stop.
 */
export function followAcceptedEdits(
  { diffs, events }: Pick<Workspace, 'diffs' | 'events'>,
  { root, clock, changes, adopt, onError }: AcceptedEditsOptions,
): () => void {
  const awaited = new Map<VaultPath, AwaitedEdit>();

  const follow = (event: WorkspaceEvent): void => {
    if (event.kind === 'diff-opened') {
      const { diff } = event;
      const texts = new Set([diffs.find(diff.id)?.text ?? '']);
      awaited.set(diff.path, { diff, before: readBefore(root, diff.path), texts });
    } else if (event.kind === 'diff-closed') {
      const edit = awaited.get(event.diff.path);
      if (edit?.diff.id !== event.diff.id) return;
      const { end } = event;
      if (end.kind === 'accepted') edit.texts.add(end.text);
      // A withdrawn proposal was decided in the terminal of its client, either way.
      else if (end.kind !== 'withdrawn') awaited.delete(event.diff.path);
      edit.untilMs = clock.now() + workspaceLimits.acceptedEditMs;
    }
  };

  const check = async (edit: AwaitedEdit): Promise<void> => {
    const { path, client } = edit.diff;
    const before = await edit.before;
    const { bytes } = await readEntry(root, path);
    if (bytes === undefined || !isExpected(bytes.toString(), edit.texts)) return;
    if (awaited.get(path) !== edit) return;
    awaited.delete(path);
    await adopt({
      by: { protocol: 'ide', client },
      why: `edit ${path}`,
      path,
      before,
      after: bytes,
    });
  };

  const stopEvents = events.on(follow);
  const stopChanges = changes.on((batch) => {
    for (const path of new Set(batch.flatMap(pathsOf))) {
      const edit = awaited.get(path);
      if (edit === undefined) continue;
      if ((edit.untilMs ?? Number.POSITIVE_INFINITY) < clock.now()) awaited.delete(path);
      else check(edit).catch(onError);
    }
  });
  return () => {
    stopEvents();
    stopChanges();
  };
}

async function readBefore(root: Root, path: VaultPath): Promise<MadeChange['before']> {
  const { bytes, stat } = await readEntry(root, path);
  return bytes === undefined || stat === undefined ? undefined : { bytes, mode: stat.mode };
}

/** The client drops the last line break of a new file. */
function isExpected(text: string, texts: ReadonlySet<string>): boolean {
  return texts.has(text) || texts.has(`${text}\n`);
}
