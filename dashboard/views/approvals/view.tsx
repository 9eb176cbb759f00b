import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { call, currentVault } from '../../api/call.ts';
import { now } from '../../kit/clock.ts';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { useKeys } from '../../kit/keys.ts';
import { go, hrefOf } from '../../kit/route.ts';
import { sayAgo } from '../../kit/times.ts';
import { type Approval, waiting } from '../../state/approvals.ts';
import { initialsOf, tintOf } from '../activity/feed.tsx';
import { sayProtocol } from '../activity/words.ts';
import { ApprovalDetail } from './detail.tsx';
import { sayState, sayWanted } from './words.ts';

const listed = signal<'waiting' | 'decided'>('waiting');
const segments = [
  ['waiting', 'Waiting'],
  ['decided', 'Decided'],
] as const;

/** Changes of agents that ask first: what they would do, and what was decided. */
export function ApprovalsView({ id }: { id: string }): JSX.Element {
  const { value: decided } = useAsked(
    listed.value === 'waiting'
      ? undefined
      : async (signal) => (await call('approval.list', { state: 'decided' }, signal)).approvals,
    [listed.value, currentVault.value, waiting.value],
  );
  const all = listed.value === 'waiting' ? waiting.value : (decided ?? []);
  const at = all.findIndex((each) => each.id === id);
  const choose = (place: number): void => {
    const next = all[Math.max(0, Math.min(all.length - 1, place))];
    if (next !== undefined) go('approvals', next.id);
  };
  useKeys({
    j: () => choose(at + 1),
    k: () => choose(at - 1),
    ArrowDown: () => choose(at + 1),
    ArrowUp: () => choose(at - 1),
    Escape: () => go('approvals'),
  });
  return (
    <>
      <header class="bar">
        <h1>Approvals</h1>
        <span class="grow" />
        <fieldset class="segments" aria-label="State">
          {segments.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={listed.value === name}
              onClick={() => {
                listed.value = name;
              }}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </header>
      <div class={`body split ${id === '' ? '' : 'has-choice'}`}>
        {all.length === 0 ? <NothingHere isAlone={id === ''} /> : <List all={all} chosen={id} />}
        {(all.length > 0 || id !== '') && (
          <section class="detail scroll" aria-label="Details" tabIndex={0}>
            {id === '' ? (
              <Empty icon="approvals" title="Select a change to decide on it">
                Move with <kbd>J</kbd> and <kbd>K</kbd>, accept with <kbd>A</kbd>, reject with{' '}
                <kbd>X</kbd>.
              </Empty>
            ) : (
              <ApprovalDetail key={id} id={id} />
            )}
          </section>
        )}
      </div>
    </>
  );
}

function NothingHere({ isAlone }: { isAlone: boolean }): JSX.Element {
  return (
    <div class={isAlone ? 'feed alone' : 'feed'}>
      {listed.value === 'waiting' ? (
        <Empty icon="approvals" title="Nothing waits for you">
          Changes of agents that have to ask first appear here. Set an agent to ask first in{' '}
          <a href={hrefOf('clients')}>Clients</a>.
        </Empty>
      ) : (
        <Empty icon="approvals" title="No decisions yet">
          What you accept and reject is listed here.
        </Empty>
      )}
    </div>
  );
}

function List({ all, chosen }: { all: readonly Approval[]; chosen: string }): JSX.Element {
  return (
    <div class="feed scroll">
      <ol class="approval-list" aria-label="Changes of agents, newest first">
        {all.map((approval) => (
          <Row key={approval.id} approval={approval} isChosen={approval.id === chosen} />
        ))}
      </ol>
    </div>
  );
}

function Row({ approval, isChosen }: { approval: Approval; isChosen: boolean }): JSX.Element {
  const { id, client, protocol, why, at, state } = approval;
  const { verb, object, rest } = sayWanted(approval);
  const [tone, text] = sayState(state);
  return (
    <li>
      <a class="entry" href={hrefOf('approvals', id)} aria-current={isChosen ? 'true' : undefined}>
        <span class={`who tint-${tintOf(client)}`} aria-hidden="true">
          {initialsOf(client)}
        </span>
        <span class="entry-what">
          <span class="truncate">
            <strong>{client}</strong> wants to {verb} <span class="entry-object">{object}</span>{' '}
            {rest}
          </span>
          <span class="entry-sub truncate">
            {sayProtocol(protocol)}
            {why !== '' && ` · ${why}`}
          </span>
        </span>
        <span class="entry-side">
          <time dateTime={at} class="numbers">
            {sayAgo(Date.parse(at), now.value)}
          </time>
          {state !== 'waiting' && <span class={`badge ${tone}`}>{text}</span>}
        </span>
      </a>
    </li>
  );
}
