import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { call, currentVault } from '../../api/call.ts';
import type { Entry } from '../../api/operations.ts';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { useKeys } from '../../kit/keys.ts';
import { go } from '../../kit/route.ts';
import {
  entries,
  filter,
  followActivity,
  hasMore,
  isLoaded,
  loadActivity,
  loadOlder,
} from '../../state/activity.ts';
import { toastError } from '../../state/toasts.ts';
import { DeniedDetail } from './denied-detail.tsx';
import { Feed } from './feed.tsx';
import { ActivityFilters } from './filters.tsx';
import { StepDetail } from './step-detail.tsx';
import { undoStep } from './undo.ts';
import { UndoSinceDialog } from './undo-since.tsx';

/** Every change of the vault as it is made, and a way to undo it. */
export function ActivityView({ chosen }: { chosen: string }): JSX.Element {
  useEffect(() => followActivity(), []);
  useEffect(() => {
    loadActivity().catch(toastError);
  }, [filter.value, currentVault.value]);
  const all = entries.value;
  const at = all.findIndex(({ id }) => id === chosen);
  const entry = useChosen(chosen, at === -1 ? undefined : all[at]);
  const choose = (place: number): void => {
    const next = all[Math.max(0, Math.min(all.length - 1, place))];
    if (next !== undefined) go('activity', next.id);
    if (place >= all.length - 5 && hasMore.value) loadOlder().catch(toastError);
  };
  useKeys({
    j: () => choose(at + 1),
    k: () => choose(at - 1),
    ArrowDown: () => choose(at + 1),
    ArrowUp: () => choose(at - 1),
    u: () => entry?.kind === 'step' && undoStep(entry.id),
    Escape: () => go('activity'),
  });
  return (
    <>
      <header class="bar">
        <h1>Activity</h1>
        <span class="grow" />
        <ActivityFilters />
      </header>
      <div class={`body split ${entry === undefined ? '' : 'has-choice'}`}>
        {isLoaded.value && all.length === 0 ? (
          <NothingYet />
        ) : (
          <Feed entries={all} chosen={chosen} />
        )}
        {(all.length > 0 || entry !== undefined) && (
          <section class="detail scroll" aria-label="Details" tabIndex={0}>
            {entry === undefined && (
              <Empty icon="activity" title="Select a change to see it">
                Move with <kbd>J</kbd> and <kbd>K</kbd>, undo with <kbd>U</kbd>.
              </Empty>
            )}
            {entry?.kind === 'step' && <StepDetail key={entry.id} entry={entry} />}
            {entry?.kind === 'denied' && <DeniedDetail entry={entry} />}
          </section>
        )}
      </div>
      <UndoSinceDialog />
    </>
  );
}

/** A change that a link leads to may be older than those listed, or filtered out. */
function useChosen(chosen: string, listed: Entry | undefined): Entry | undefined {
  const isWanted = chosen !== '' && listed === undefined && isLoaded.value;
  const { value } = useAsked(
    isWanted ? (signal) => call('history.show', { change: chosen }, signal) : undefined,
    [chosen, isWanted],
  );
  if (listed !== undefined || value?.change !== chosen) return listed;
  const { change: id, files, ...step } = value;
  return { ...step, kind: 'step', id, files, filesTotal: files.length };
}

function NothingYet(): JSX.Element {
  const isFiltered = Object.values(filter.value).some((value) => value !== '' && value !== 'all');
  return isFiltered ? (
    <Empty icon="activity" title="No matching activity">
      Change the filters to see more.
    </Empty>
  ) : (
    <Empty icon="activity" title="No activity yet">
      When an agent, a script or you change a note through vaultd, the change appears here at once.
    </Empty>
  );
}
