import { signal } from '@preact/signals';
import type { WebEventName, WebEvents } from '../../src/operations/web-events.ts';
import { currentVault } from './call.ts';
import { pageId } from './page-id.ts';

/** Whether events arrive. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

/** A total table, so that no event of the server is forgotten. */
const names: Record<WebEventName, true> = {
  approval: true,
  change: true,
  client: true,
  denied: true,
  diff: true,
  health: true,
  hello: true,
  lagged: true,
  progress: true,
  step: true,
  workspace: true,
};
const listeners = new Map<string, Set<(data: never) => void>>();

/** Returns how to stop listening. */
export function listen<Name extends WebEventName>(
  name: Name,
  listener: (data: WebEvents[Name]) => void,
): () => void {
  const those = listeners.get(name) ?? new Set();
  listeners.set(name, those.add(listener));
  return () => those.delete(listener);
}

/** After a break the browser itself connects again, and sends the id of the last event. */
export function connect(): void {
  const source = new EventSource(`/api/events?page=${pageId}`);
  source.onopen = () => {
    connection.value = 'live';
  };
  source.onerror = () => {
    connection.value = 'lost';
    // A refusal ends it for good; the daemon may only have been restarted, so we try again.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  };
  for (const name of Object.keys(names)) {
    source.addEventListener(name, ({ data }) => emit(name, JSON.parse(data)));
  }
}

let wasConnected = false;

function emit(name: string, data: { vault?: string; resumed?: boolean }): void {
  if (name === 'hello') {
    // The server does not know what we have missed: everything is asked for again.
    if (wasConnected && data.resumed !== true) emit('lagged', {});
    wasConnected = true;
  }
  const vault = currentVault.value;
  if (data.vault !== undefined && vault !== undefined && data.vault !== vault) return;
  for (const listener of listeners.get(name) ?? []) listener(data as never);
}
