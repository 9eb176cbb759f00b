import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { isLockedOut } from '../api/call.ts';
import { connection } from '../api/events.ts';
import { Empty } from '../kit/empty.tsx';
import { Icon } from '../kit/icons.tsx';
import { useKeys } from '../kit/keys.ts';
import { go, route } from '../kit/route.ts';
import { ActivityView } from '../views/activity/view.tsx';
import { lazyView } from './lazy-view.tsx';
import { Rail } from './rail.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { isSwitching, Switcher } from './switcher.tsx';
import { Toasts } from './toasts.tsx';

// The activity is what a first visit shows; the others come when they are wanted.
const ApprovalsView = lazyView(
  async () => (await import('../views/approvals/view.tsx')).ApprovalsView,
);
const ClientsView = lazyView(async () => (await import('../views/clients/view.tsx')).ClientsView);
const GraphView = lazyView(async () => (await import('../views/graph/view.tsx')).GraphView);
const HealthView = lazyView(async () => (await import('../views/health/view.tsx')).HealthView);
const MachinesView = lazyView(
  async () => (await import('../views/machines/view.tsx')).MachinesView,
);
const NotesView = lazyView(async () => (await import('../views/notes/view.tsx')).NotesView);
const ReviewView = lazyView(async () => (await import('../views/review/view.tsx')).ReviewView);
const SearchView = lazyView(async () => (await import('../views/search/view.tsx')).SearchView);
const TagsView = lazyView(async () => (await import('../views/tags/view.tsx')).TagsView);
const TasksView = lazyView(async () => (await import('../views/tasks/view.tsx')).TasksView);

export function App(): JSX.Element {
  const isHelping = useSignal(false);
  useKeys({
    'mod+k': () => {
      isSwitching.value = true;
    },
    'mod+o': () => {
      isSwitching.value = true;
    },
    '?': () => {
      isHelping.value = true;
    },
    '/': goToSearch,
    'g a': () => go('activity'),
    'g n': () => go('notes'),
    'g s': () => go('search'),
    'g g': () => go('graph'),
    'g t': () => go('tasks'),
    'g #': () => go('tags'),
    'g c': () => go('clients'),
    'g h': () => go('health'),
    'g r': () => go('review'),
    'g p': () => go('approvals'),
  });
  if (isLockedOut.value) return <LockedOut />;
  return (
    <div class="shell">
      <Rail onHelp={() => (isHelping.value = true)} />
      <main class="page">
        {connection.value === 'lost' && <Offline />}
        <View />
      </main>
      {isSwitching.value && <Switcher onClose={() => (isSwitching.value = false)} />}
      {isHelping.value && <Shortcuts onClose={() => (isHelping.value = false)} />}
      <Toasts />
    </div>
  );
}

/** Where it is open already, its field is all that is wanted. */
function goToSearch(): void {
  if (route.value.view !== 'search') go('search');
  else document.querySelector<HTMLElement>('[role=searchbox], .query-field textarea')?.focus();
}

function View(): JSX.Element {
  const { view, rest, params } = route.value;
  switch (view) {
    case 'activity':
      return <ActivityView chosen={rest} />;
    case 'notes':
      return <NotesView path={rest} params={params} />;
    case 'search':
      return <SearchView query={params.get('q') ?? ''} mode={params.get('mode') ?? ''} />;
    case 'graph':
      return <GraphView center={rest} />;
    case 'tasks':
      return <TasksView />;
    case 'tags':
      return <TagsView tag={rest} />;
    case 'clients':
      return <ClientsView />;
    case 'health':
      return <HealthView />;
    case 'machines':
      return <MachinesView />;
    case 'review':
      return <ReviewView id={rest} />;
    case 'approvals':
      return <ApprovalsView id={rest} />;
  }
}

function Offline(): JSX.Element {
  return (
    <div class="offline" role="alert">
      <Icon name="warning" />
      <span>
        vaultd does not answer. You see what was here last; nothing can be saved until it is back.
      </span>
    </div>
  );
}

function LockedOut(): JSX.Element {
  return (
    <main class="page">
      <Empty icon="lock" title="This browser is not logged in">
        Run <code>vaultd open</code> in a terminal to get a new link.
      </Empty>
    </main>
  );
}
