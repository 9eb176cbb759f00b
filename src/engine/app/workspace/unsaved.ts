import { VaultError } from '../../../contract/errors.ts';
import { isWithin, type VaultPath } from '../../../contract/paths.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import type { StepRequest, Steps } from '../../store/steps/steps.ts';
import type { Root } from '../../store/vault/anchor.ts';
import { targetPath } from '../../store/vault/canonical.ts';
import type { UnsavedNote } from './editors.ts';
import { waitUntilSaved } from './wait-until-saved.ts';
import type { Workspace } from './workspace.ts';

interface SaveFirstOptions {
  readonly root: Root;
  readonly workspace: Pick<Workspace, 'editors' | 'events'>;
  /** The session that changes notes: what it holds itself is its own affair. */
  readonly session: string | undefined;
}

/**
 * Steps that lose no text which an editor holds unsaved: the editor saves it before the step reads
 * the file, or the step is refused.
 */
export function saveFirst(steps: Steps, { root, workspace, session }: SaveFirstOptions): Steps {
  const { editors, events } = workspace;
  const findHeld = (lock: readonly VaultPath[]): UnsavedNote[] =>
    editors.unsaved(session).filter(({ path }) => {
      const real = targetPath(root, path);
      return lock.some((each) => isWithin(path, each) || isWithin(real, each));
    });

  const saveAll = async (held: readonly UnsavedNote[], { lock, signal }: StepRequest) => {
    const saved = waitUntilSaved(() => findHeld(lock).length === 0, {
      ms: workspaceLimits.saveBeforeChangeMs,
      signal,
    });
    for (const { path } of held) events.emit({ kind: 'save-wanted', path });
    await saved;
    signal?.throwIfAborted();
    const [left] = findHeld(lock);
    if (left !== undefined) throw unsavedText(left);
  };

  return {
    run: (request) =>
      steps.run({
        ...request,
        plan(draft) {
          const held = findHeld(request.lock);
          if (held.length === 0) return request.plan(draft);
          return saveAll(held, request).then(() => request.plan(draft));
        },
      }),
  };
}

function unsavedText({ path, client }: UnsavedNote): VaultError {
  return new VaultError('unavailable', `"${path}" has unsaved text in the editor "${client}".`, {
    path,
    reason: 'unsaved-text',
    hint: 'Save the note there, then try again. Nothing was changed.',
  });
}
