import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Entry } from '../../api/operations.ts';
import { now } from '../../kit/clock.ts';
import { Icon } from '../../kit/icons.tsx';
import { hrefOf } from '../../kit/route.ts';
import { isSameDay, sayAgo, sayDay } from '../../kit/times.ts';
import { hasMore, loadOlder } from '../../state/activity.ts';
import { toastError } from '../../state/toasts.ts';
import { sayEntry, sayProtocol } from './words.ts';

export function Feed({
  entries,
  chosen,
}: {
  entries: readonly Entry[];
  chosen: string;
}): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={list}
      class="feed scroll"
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - 600 && hasMore.value) {
          loadOlder().catch(toastError);
        }
      }}
    >
      <ol aria-label="Activity, newest first">
        {entries.map((entry, at) => (
          <Row
            key={entry.id}
            entry={entry}
            before={entries[at - 1]}
            isChosen={entry.id === chosen}
          />
        ))}
      </ol>
    </div>
  );
}

interface RowProps {
  readonly entry: Entry;
  readonly before: Entry | undefined;
  readonly isChosen: boolean;
}

function Row({ entry, before, isChosen }: RowProps): JSX.Element {
  const at = Date.parse(entry.at);
  const isNewDay = before === undefined || !isSameDay(at, Date.parse(before.at));
  const { verb, object, rest } = sayEntry(entry);
  const isUndone = entry.kind === 'step' && entry.undoneBy !== undefined;
  return (
    <li>
      {isNewDay && <h2 class="day">{sayDay(at, now.value)}</h2>}
      <a
        class={`entry ${isUndone ? 'undone' : ''}`}
        href={hrefOf('activity', entry.id)}
        aria-current={isChosen ? 'true' : undefined}
      >
        <Mark entry={entry} />
        <span class="entry-what">
          <span class="truncate">
            <strong>{entry.client}</strong> {verb} <span class="entry-object">{object}</span> {rest}
          </span>
          <span class="entry-sub truncate">
            {sayProtocol(entry.protocol)}
            {entry.kind === 'step' && entry.machine !== undefined && ` on ${entry.machine}`}
            {entry.kind === 'denied'
              ? ` · ${entry.message}`
              : entry.why !== '' && ` · ${entry.why}`}
          </span>
        </span>
        <span class="entry-side">
          <time dateTime={entry.at} class="numbers">
            {sayAgo(at, now.value)}
          </time>
          {isUndone && <span class="badge">undone</span>}
        </span>
      </a>
    </li>
  );
}

/** The client as two letters and a colour, or a sign that it was refused. */
function Mark({ entry }: { entry: Entry }): JSX.Element {
  if (entry.kind === 'denied') {
    return (
      <span class="who denied">
        <Icon name="denied" size={15} />
      </span>
    );
  }
  const { client, undoes } = entry;
  return (
    <span class={`who tint-${tintOf(client)}`} aria-hidden="true">
      {undoes === undefined ? initialsOf(client) : <Icon name="undo" size={14} />}
    </span>
  );
}

export function initialsOf(name: string): string {
  const parts = name.split(/[\s\-_.@/]+/).filter((part) => part !== '');
  const [first = '?', second] = parts;
  return (
    second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)
  ).toUpperCase();
}

export function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % 6;
}
