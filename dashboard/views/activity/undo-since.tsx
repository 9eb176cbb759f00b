import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useAsked } from '../../kit/hooks.ts';
import { hrefOf } from '../../kit/route.ts';
import { Overlay } from '../../shell/overlay.tsx';
import { toast, toastError, withProgress } from '../../state/toasts.ts';

/** Whose changes, from when on, and in which folder. */
interface Wanted {
  readonly client: string;
  readonly since?: string;
  readonly path?: string;
}

const wanted = signal<Wanted | undefined>(undefined);

export function openUndoSince(what: Wanted): void {
  wanted.value = what;
}

function close(): void {
  wanted.value = undefined;
}

/** Undoes everything that a client did since a moment, after it was counted. */
export function UndoSinceDialog(): JSX.Element | null {
  const what = wanted.value;
  return what === undefined ? null : <Dialog what={what} />;
}

type Result = Output<'history.undoSince'>;

function Dialog({ what: { client, since: start, path } }: { what: Wanted }): JSX.Element {
  const [moment, setMoment] = useState(() => toLocal(start));
  const [result, setResult] = useState<Result>();
  const since = toIso(moment);
  const input = since === undefined ? undefined : { client, since, ...(path && { path }) };
  const { value: counted, error } = useAsked(
    input && ((given) => call('history.undoSince', { ...input, dryRun: true }, given)),
    [client, since, path, result],
  );
  const run = async (): Promise<void> => {
    if (input === undefined) return;
    try {
      const done = await withProgress(() => call('history.undoSince', input));
      setResult(done);
      toast(`Undid ${sayCount(done.undone.length)} of ${client}.`, 'good');
      if (done.blocked.length === 0 && !done.more) close();
    } catch (thrown) {
      toastError(thrown);
    }
  };
  const found = counted?.found ?? 0;
  return (
    <Overlay label={`Undo what ${client} did`} onClose={close}>
      <form
        class="form-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <h2>Undo what {client} did</h2>
        <label>
          <span>Since</span>
          <input
            class="field"
            type="datetime-local"
            step="0.001"
            required
            value={moment}
            onInput={({ currentTarget }) => setMoment(currentTarget.value)}
          />
        </label>
        {path !== undefined && <p class="faint">Only changes in {path}.</p>}
        <p role="status">
          {error === undefined
            ? `${sayCount(found)} will be undone, the last one first. What others changed since stays.`
            : sayError(error)}
        </p>
        {result !== undefined && result.blocked.length > 0 && <Blocked result={result} />}
        <div class="form-actions">
          <button type="button" class="button" onClick={close}>
            Close
          </button>
          <button type="submit" class="button danger" disabled={found === 0}>
            Undo {sayCount(found)}
          </button>
        </div>
      </form>
    </Overlay>
  );
}

function Blocked({ result: { blocked } }: { result: Result }): JSX.Element {
  return (
    <div class="notice bad">
      <div class="grow">
        <p>Later changes depend on these, so they were kept:</p>
        <ul>
          {blocked.map(({ change, message, blockedBy }) => (
            <li key={change}>
              <a href={hrefOf('activity', change)} onClick={close}>
                {message}
              </a>
              {blockedBy[0] !== undefined && (
                <>
                  {' '}
                  <a href={hrefOf('activity', blockedBy[0])} onClick={close}>
                    Show what blocks it
                  </a>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function sayCount(count: number): string {
  return count === 1 ? '1 change' : `${count.toLocaleString()} changes`;
}

/** A moment as a field for local time has it; the start of today when there is none. */
function toLocal(iso: string | undefined): string {
  const at = iso === undefined ? new Date(new Date().setHours(0, 0, 0, 0)) : new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 23);
}

function toIso(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
