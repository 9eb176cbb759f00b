import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { now } from '../../kit/clock.ts';
import { diffTexts } from '../../kit/diff.ts';
import { DiffText } from '../../kit/diff-text.tsx';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { hrefOf } from '../../kit/route.ts';
import { sayAgo, sayMoment } from '../../kit/times.ts';
import type { NoteData } from '../../markdown/context.ts';
import { toast, toastError } from '../../state/toasts.ts';
import { version as vaultVersion } from '../../state/version.ts';
import { undoStep } from '../activity/undo.ts';

type Version = Output<'history.versions'>['versions'][number];

/** What happened to one note, version by version, and the way back to each. */
export function NoteHistory({ note }: { note: NoteData }): JSX.Element {
  const { path } = note;
  const { value, error } = useAsked(
    (signal) => call('history.versions', { path }, signal),
    [path, vaultVersion.value],
  );
  const [chosen, choose] = useState<string>();
  const versions = value?.versions ?? [];
  const at = Math.max(
    0,
    versions.findIndex(({ change }) => change === chosen),
  );
  const move = (place: number): void =>
    choose(versions[Math.max(0, Math.min(versions.length - 1, place))]?.change);
  useKeys({ j: () => move(at + 1), k: () => move(at - 1) });
  const shown = versions[at];
  if (error !== undefined) return <p class="notice bad">{sayError(error)}</p>;
  if (value !== undefined && shown === undefined) {
    return (
      <Empty icon="activity" title="No history yet">
        Changes that are made through vaultd appear here.
      </Empty>
    );
  }
  return (
    <div class="history">
      <ol class="versions scroll" aria-label="Versions, newest first">
        {versions.map((each, place) => (
          <li key={each.change}>
            <button
              type="button"
              aria-current={place === at ? 'true' : undefined}
              onClick={() => choose(each.change)}
            >
              <strong class="truncate">{each.client}</strong>
              <time dateTime={each.at} class="numbers faint">
                {sayAgo(Date.parse(each.at), now.value)}
              </time>
              <span class="truncate faint">{sayVersion(each)}</span>
            </button>
          </li>
        ))}
        {value?.truncated && <li class="faint">Older versions are not listed.</li>}
      </ol>
      {shown !== undefined && <VersionDetail key={shown.change} note={note} version={shown} />}
    </div>
  );
}

function sayVersion({ what, from, path, why }: Version): string {
  if (from !== undefined) return `moved ${from} to ${path}`;
  return why === '' ? what : why;
}

function VersionDetail({ note, version }: { note: NoteData; version: Version }): JSX.Element {
  const { path, text: current } = note;
  const { change, at, client, restorable } = version;
  const [isAgainstNow, setAgainstNow] = useState(false);
  const { value, error } = useAsked(
    (signal) => call('history.version', { path, change }, signal),
    [path, change],
  );
  const before = isAgainstNow ? value?.after : value?.before;
  const after = isAgainstNow ? current : value?.after;
  const diff = useMemo(
    () => (value === undefined ? undefined : diffTexts(before ?? '', after ?? '')),
    [value, before, after],
  );
  return (
    <section class="version scroll" aria-label="Version" tabIndex={0}>
      <header>
        <h2>
          {client}, {sayMoment(Date.parse(at))}
        </h2>
        <a class="button quiet" href={hrefOf('activity', change)}>
          Show in the activity
        </a>
        {restorable && value?.after !== current && (
          <button type="button" class="button" onClick={() => restore(path, change)}>
            <Icon name="undo" size={14} /> Restore
          </button>
        )}
      </header>
      <fieldset class="segments" aria-label="Compare">
        <button type="button" aria-pressed={!isAgainstNow} onClick={() => setAgainstNow(false)}>
          What it changed
        </button>
        <button type="button" aria-pressed={isAgainstNow} onClick={() => setAgainstNow(true)}>
          What changed since
        </button>
      </fieldset>
      {error !== undefined && <p class="notice bad">{sayError(error)}</p>}
      {diff !== undefined &&
        (diff.hunks.length > 0 ? (
          <DiffText diff={diff} of={path} />
        ) : (
          <p class="faint">No difference.</p>
        ))}
    </section>
  );
}

async function restore(path: string, change: string): Promise<void> {
  try {
    const { step } = await call('history.restore', { path, change });
    toast('Restored.', 'good', {
      label: 'Undo',
      run: () => step !== undefined && void undoStep(step),
    });
  } catch (thrown) {
    toastError(thrown);
  }
}
