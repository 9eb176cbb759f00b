import type { JSX } from 'preact';
import { call, sayError } from '../../api/call.ts';
import type { StepEntry } from '../../api/operations.ts';
import { BackButton } from '../../kit/back-button.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { hrefOf } from '../../kit/route.ts';
import { sayMoment } from '../../kit/times.ts';
import { FileDiff } from './file-diff.tsx';
import { blockedUndo, undoStep } from './undo.ts';
import { openUndoSince } from './undo-since.tsx';
import { sayEntry, sayProtocol } from './words.ts';

export function StepDetail({ entry }: { entry: StepEntry }): JSX.Element {
  const { value, error } = useAsked(
    (signal) => call('history.show', { change: entry.id }, signal),
    [entry.id],
  );
  return (
    <article class="step">
      <Head entry={entry} />
      <Blocked change={entry.id} />
      {error !== undefined && <p class="notice bad">{sayError(error)}</p>}
      {value?.files.map((file) => (
        <FileDiff key={`${file.what} ${file.path}`} file={file} />
      ))}
    </article>
  );
}

function Head({ entry }: { entry: StepEntry }): JSX.Element {
  const { id, client, protocol, at, why, undoneBy, undoes, approvedBy } = entry;
  const { verb, object, rest } = sayEntry(entry);
  return (
    <header class="step-head">
      <div class="step-title">
        <BackButton to="activity" label="Back" />
        <h2>
          {client} {verb} {object} {rest}
        </h2>
        <button
          type="button"
          class="button quiet"
          onClick={() => openUndoSince({ client, since: at })}
        >
          Undo all since
        </button>
        {undoneBy === undefined ? (
          <button type="button" class="button" onClick={() => undoStep(id)}>
            <Icon name="undo" size={14} /> Undo
          </button>
        ) : (
          <a class="badge" href={hrefOf('activity', undoneBy)}>
            undone
          </a>
        )}
      </div>
      <p class="step-facts">
        <span>{sayProtocol(protocol)}</span>
        <time dateTime={at}>{sayMoment(Date.parse(at))}</time>
        {why !== '' && <span>{why}</span>}
        {approvedBy !== undefined && <span>accepted by {approvedBy}</span>}
        {undoes !== undefined && <a href={hrefOf('activity', undoes)}>the change it undid</a>}
      </p>
    </header>
  );
}

/** Why the last undo of this change was refused, and the changes that it waits for. */
function Blocked({ change }: { change: string }): JSX.Element | null {
  const blocked = blockedUndo.value;
  if (blocked?.change !== change) return null;
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <p class="grow">
        {blocked.message} Undo what came later first:{' '}
        {blocked.blockedBy.map((id, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <BlockingLink id={id} />
          </span>
        ))}
      </p>
    </div>
  );
}

function BlockingLink({ id }: { id: string }): JSX.Element {
  const { value } = useAsked((signal) => call('history.show', { change: id }, signal), [id]);
  const when = value === undefined ? id : `${value.client}, ${sayMoment(Date.parse(value.at))}`;
  return <a href={hrefOf('activity', id)}>{when}</a>;
}
