import { signal } from '@preact/signals';
import type { VaultChange } from '../../src/contract/events.ts';
import type { StepProgress } from '../../src/contract/progress.ts';
import type { DiffEnd, DiffInfo, TextRange } from '../../src/contract/workspace.ts';
import type { HealthSample } from '../../src/operations/daemon-facts.ts';
import type { DeniedEntry, StepEntry } from './answers.ts';
import { currentVault } from './call.ts';
import type { Output } from './operations.ts';
import { pageId } from './page-id.ts';

export type Client = Output<'clients.list'>['clients'][number];

/** What the daemon tells without being asked. */
export interface Happenings {
  hello: { version: string; vaults: readonly string[]; resumed: boolean };
  change: {
    vault: string;
    version: string | number;
    changes?: readonly VaultChange[];
    reset?: boolean;
  };
  step: StepEntry & { vault: string };
  /** How far a call of this page is that changes many files. */
  progress: StepProgress & { operation: string };
  denied: DeniedEntry & { vault: string };
  client: { happened: string; client: Client };
  workspace: { vault: string; happened: string; path?: string; selection?: TextRange };
  diff: DiffInfo & { vault: string; happened: 'opened' | 'changed' | 'closed'; end?: DiffEnd };
  health: HealthSample;
  lagged: { dropped: number };
}

export type Happening = keyof Happenings;
type Listener<Kind extends Happening> = (data: Happenings[Kind]) => void;

/** Whether events arrive. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

const kinds: readonly Happening[] = [
  'hello',
  'change',
  'step',
  'progress',
  'denied',
  'client',
  'workspace',
  'diff',
  'health',
  'lagged',
];
const listeners = new Map<Happening, Set<(data: never) => void>>();

/** Returns how to stop listening. */
export function listen<Kind extends Happening>(kind: Kind, listener: Listener<Kind>): () => void {
  const those = listeners.get(kind) ?? new Set();
  listeners.set(kind, those.add(listener));
  return () => those.delete(listener);
}

/** The browser itself comes back after a break, and says what it heard last. */
export function connect(): void {
  const source = new EventSource(`/api/events?page=${pageId}`);
  source.onopen = () => {
    connection.value = 'live';
  };
  source.onerror = () => {
    connection.value = 'lost';
    // A refusal ends it for good; then we try anew, since the daemon may only have been restarted.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  };
  for (const kind of kinds) {
    source.addEventListener(kind, ({ data }) => tell(kind, JSON.parse(data)));
  }
}

let hasGreeted = false;

function tell(kind: Happening, data: { vault?: string; resumed?: boolean }): void {
  if (kind === 'hello') {
    // It came back and does not know what we have missed: everything is asked for again.
    if (hasGreeted && data.resumed !== true) tell('lagged', {});
    hasGreeted = true;
  }
  const vault = currentVault.value;
  if (data.vault !== undefined && vault !== undefined && data.vault !== vault) return;
  for (const listener of listeners.get(kind) ?? []) listener(data as never);
}
