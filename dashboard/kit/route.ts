import { computed, signal } from '@preact/signals';

export const views = [
  'activity',
  'notes',
  'search',
  'graph',
  'tasks',
  'tags',
  'clients',
  'health',
  'machines',
  'review',
  'approvals',
] as const;
export type ViewName = (typeof views)[number];

/** What the page shows: a view, its subject, and details such as a line. */
export interface Route {
  /** The vault that the address names, if it names one. */
  readonly vault: string | undefined;
  readonly view: ViewName;
  readonly rest: string;
  readonly params: URLSearchParams;
}

// The address after "#" never reaches the daemon, so one page serves every place.
const address = signal(location.hash);
addEventListener('hashchange', () => {
  address.value = location.hash;
});

export const route = computed<Route>(() => parseRoute(address.value));

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/');
  const vault = parts[0]?.startsWith('@') ? decodePart(parts.shift()?.slice(1) ?? '') : undefined;
  const [first = '', ...rest] = parts;
  const view = views.find((name) => name === first) ?? 'activity';
  return {
    vault,
    view,
    rest: rest.map((part) => decodePart(part)).join('/'),
    params: new URLSearchParams(query),
  };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The vault that addresses name. With one vault only, they name none. */
export const namedVault = signal<string | undefined>(undefined);

export function hrefOf(view: ViewName, rest = '', params: Record<string, string> = {}): string {
  const vault = namedVault.value === undefined ? '' : `/@${encodeURIComponent(namedVault.value)}`;
  const path = rest === '' ? '' : `/${rest.split('/').map(encodeURIComponent).join('/')}`;
  const query = new URLSearchParams(params).toString();
  return `#${vault}/${view}${path}${query === '' ? '' : `?${query}`}`;
}

export function go(view: ViewName, rest = '', params: Record<string, string> = {}): void {
  location.hash = hrefOf(view, rest, params);
  address.value = location.hash;
}

/** Replaces the address, without a step for the back button. */
export function goInstead(view: ViewName, rest = '', params: Record<string, string> = {}): void {
  history.replaceState(null, '', hrefOf(view, rest, params));
  address.value = location.hash;
}
