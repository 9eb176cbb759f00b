import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { coalesce } from '../../../src/kit/coalesce.ts';
import { call } from '../../api/call.ts';
import { listen } from '../../api/events.ts';
import type { Client } from '../../api/operations.ts';
import { now } from '../../kit/clock.ts';
import { Empty } from '../../kit/empty.tsx';
import { Icon } from '../../kit/icons.tsx';
import { go } from '../../kit/route.ts';
import { sayAgo, sayDuration } from '../../kit/times.ts';
import { everything, filter } from '../../state/activity.ts';
import { toast, toastError } from '../../state/toasts.ts';
import { initialsOf, tintOf } from '../activity/feed.tsx';
import { sayProtocol } from '../activity/words.ts';
import { KeptPermissions } from './kept-permissions.tsx';
import { openPermissions, type Permissions, PermissionsDialog } from './permissions.tsx';
import { PolicyChips } from './policy-chips.tsx';

const clients = signal<readonly Client[] | undefined>(undefined);
const kept = signal<readonly Permissions[]>([]);

const refreshMs = 3000;

/** One call at a time, so that no older answer replaces a newer one. */
const load = coalesce(async () => {
  const [connected, permitted] = await Promise.all([
    call('clients.list', {}),
    call('clients.permissions', {}),
  ]);
  clients.value = connected.clients;
  kept.value = permitted.clients;
});

/** Connected clients, what they may do, and what they did. */
export function ClientsView(): JSX.Element {
  useEffect(() => {
    const refresh = (): void => {
      load().catch(toastError);
    };
    refresh();
    const timer = setInterval(refresh, refreshMs);
    const stop = listen('client', refresh);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  const all = clients.value;
  return (
    <>
      <header class="bar">
        <h1>Clients</h1>
        <span class="faint numbers">{all?.length ?? ''}</span>
      </header>
      <div class="body">
        <div class="page-scroll scroll" tabIndex={0} role="region" aria-label="Clients">
          {all?.length === 0 && (
            <Empty icon="clients" title="No clients connected">
              Connect an agent with <code>vaultd setup</code>.
            </Empty>
          )}
          <ul class="clients">
            {all?.map((client) => (
              <ClientCard key={client.id} client={client} />
            ))}
          </ul>
          <KeptPermissions kept={kept.value} />
        </div>
      </div>
      <PermissionsDialog onSaved={() => load().catch(toastError)} />
    </>
  );
}

function ClientCard({ client }: { client: Client }): JSX.Element {
  const { protocol, client: name, version, own } = client;
  return (
    <li class="client">
      <span class={`who tint-${tintOf(name)}`} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div class="client-name">
        <strong class="truncate">{name}</strong>
        <span class="faint">
          {sayProtocol(protocol)}
          {version && ` · ${version}`}
          {own && ' · this page'}
        </span>
      </div>
      <Figures client={client} />
      <Policy client={client} />
      <div class="client-actions">{!own && <Actions client={client} />}</div>
    </li>
  );
}

function Actions({ client: { id, client: name, readOnly } }: { client: Client }): JSX.Element {
  const run = async (act: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await act();
      toast(done, 'good');
      await load();
    } catch (thrown) {
      toastError(thrown);
    }
  };
  const setReadOnly = () =>
    run(
      () => call('clients.setReadOnly', { id, readOnly: !readOnly }),
      readOnly ? `${name} may write again.` : `${name} may only read now.`,
    );
  const disconnect = () =>
    run(() => call('clients.disconnect', { id }), `${name} was disconnected.`);
  const showActivity = (): void => {
    filter.value = { ...everything, client: name };
    go('activity');
  };
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={showActivity}
        aria-label={`Activity of ${name}`}
      >
        <Icon name="activity" size={14} /> Activity
      </button>
      <button
        type="button"
        class="button"
        onClick={() => openPermissions(kept.value.find(({ client }) => client === name) ?? name)}
        aria-label={`Permissions of ${name}`}
      >
        <Icon name="key" size={14} /> Permissions
      </button>
      <button
        type="button"
        class="button"
        onClick={setReadOnly}
        aria-label={readOnly ? `Let ${name} write` : `Make ${name} read only`}
      >
        <Icon name={readOnly ? 'unlock' : 'lock'} size={14} />{' '}
        {readOnly ? 'Let write' : 'Read only'}
      </button>
      <button
        type="button"
        class="button danger"
        onClick={disconnect}
        aria-label={`Disconnect ${name}`}
      >
        <Icon name="power" size={14} /> Disconnect
      </button>
    </>
  );
}

function Figures({ client }: { client: Client }): JSX.Element {
  const { since, lastAt, calls, failures, averageMs } = client;
  const average = averageMs < 0.1 ? '< 0.1 ms' : sayDuration(averageMs);
  return (
    <dl class="client-figures numbers">
      <Figure name="Calls" value={calls.toLocaleString()} />
      <Figure name="Failed" value={failures.toLocaleString()} isBad={failures > 0} />
      <Figure name="Average" value={calls === 0 ? '–' : average} />
      <Figure name="Connected" value={sayAgo(Date.parse(since), now.value)} />
      <Figure name="Last call" value={lastAt ? sayAgo(Date.parse(lastAt), now.value) : '–'} />
    </dl>
  );
}

function Figure({
  name,
  value,
  isBad = false,
}: {
  name: string;
  value: string;
  isBad?: boolean;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isBad ? 'bad' : ''}>{value}</dd>
    </div>
  );
}

/** What the client may see and change. */
function Policy({ client: { readOnly, policy } }: { client: Client }): JSX.Element {
  return <PolicyChips policy={{ ...policy, readOnly: readOnly || policy.readOnly }} />;
}
