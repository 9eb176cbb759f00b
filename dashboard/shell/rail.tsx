import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { currentVault } from '../api/call.ts';
import { connection } from '../api/events.ts';
import { Icon, type IconName } from '../kit/icons.tsx';
import { isMac } from '../kit/keys.ts';
import { hrefOf, route, type ViewName } from '../kit/route.ts';
import { waiting } from '../state/approvals.ts';
import { diffs } from '../state/diffs.ts';
import { ledger } from '../state/ledger.ts';
import { nextTheme, theme } from '../state/theme.ts';
import { toastError } from '../state/toasts.ts';
import { chooseVault, vaults } from '../state/vaults.ts';
import { Overlay } from './overlay.tsx';
import { isSwitching } from './switcher.tsx';

/** Where the page can go. On a phone only the first few have room at the bottom. */
const places: readonly (readonly [ViewName, string])[] = [
  ['activity', 'Activity'],
  ['notes', 'Notes'],
  ['search', 'Search'],
  ['graph', 'Graph'],
  ['tasks', 'Tasks'],
  ['approvals', 'Approvals'],
  ['tags', 'Tags'],
  ['clients', 'Clients'],
  ['health', 'Health'],
];
const onPhone = 5;

/** What waits for the user keeps its place at the bottom of a phone. */
function isRare(view: ViewName): boolean {
  const at = places.findIndex(([name]) => name === view);
  return at >= onPhone && !(view === 'approvals' && waiting.value.length > 0);
}

export function Rail({ onHelp }: { onHelp: () => void }): JSX.Element {
  const proposed = diffs.value.length;
  const [isMore, setMore] = useState(false);
  return (
    <aside class="rail">
      <VaultName />
      <button type="button" class="find-button" onClick={() => (isSwitching.value = true)}>
        <Icon name="search" size={14} />
        <span>Go to note</span>
        <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Views">
        <ul>
          {places.map(([view, label]) => (
            <Place key={view} view={view} label={label} isRare={isRare(view)} />
          ))}
          {(proposed > 0 || route.value.view === 'review') && (
            <Place view="review" label="Review" badge={proposed} />
          )}
          {(ledger.value?.shared === true || route.value.view === 'machines') && (
            <Place view="machines" label="Machines" />
          )}
          <li class="more">
            <button type="button" aria-haspopup="dialog" onClick={() => setMore(true)}>
              <Icon name="more" />
              More
            </button>
          </li>
        </ul>
      </nav>
      <RailFoot onHelp={onHelp} />
      {isMore && <MoreSheet onHelp={onHelp} onClose={() => setMore(false)} />}
    </aside>
  );
}

/** What has no room at the bottom of a phone: the vault, a note by its name, further views, the colours, the keys. */
function MoreSheet({ onHelp, onClose }: { onHelp: () => void; onClose: () => void }): JSX.Element {
  return (
    <Overlay label="More" onClose={onClose}>
      <div class="more-sheet">
        <VaultName />
        <button
          type="button"
          class="find-button"
          onClick={() => {
            onClose();
            isSwitching.value = true;
          }}
        >
          <Icon name="search" size={14} />
          <span>Go to note</span>
        </button>
        <nav aria-label="More views" onClick={onClose}>
          <ul>
            {places
              .filter(([view]) => isRare(view))
              .map(([view, label]) => (
                <Place key={view} view={view} label={label} />
              ))}
          </ul>
        </nav>
        <RailFoot
          onHelp={() => {
            onClose();
            onHelp();
          }}
        />
      </div>
    </Overlay>
  );
}

function RailFoot({ onHelp }: { onHelp: () => void }): JSX.Element {
  return (
    <div class="rail-foot">
      <Connection />
      <span class="grow" />
      <button
        type="button"
        class="button quiet square"
        onClick={nextTheme}
        aria-label={`Colours: ${theme.value}. Change`}
        title={`Colours: ${theme.value}`}
      >
        <Icon name={themeIcons[theme.value]} />
      </button>
      <button
        type="button"
        class="button quiet square"
        onClick={onHelp}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
      >
        ?
      </button>
    </div>
  );
}

const themeIcons: Record<typeof theme.value, IconName> = {
  system: 'system',
  light: 'sun',
  dark: 'moon',
};

function Place({
  view,
  label,
  badge = view === 'approvals' ? waiting.value.length : 0,
  isRare = false,
}: {
  view: ViewName;
  label: string;
  badge?: number;
  isRare?: boolean;
}): JSX.Element {
  const isHere = route.value.view === view;
  return (
    <li class={isRare ? 'rare' : ''}>
      <a href={hrefOf(view)} {...(isHere && { 'aria-current': 'page' as const })}>
        <Icon name={view} />
        {label}
        {badge > 0 && (
          <span class="badge accent">
            {badge}
            <span class="visually-hidden"> waiting</span>
          </span>
        )}
      </a>
    </li>
  );
}

function VaultName(): JSX.Element {
  const all = vaults.value;
  return (
    <div class="vault-name">
      <span class="mark" aria-hidden="true">
        <svg
          width="14"
          height="14"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          stroke-width="1.8"
          aria-hidden="true"
        >
          <path d="M2.5 3 8 13 13.5 3" stroke-linecap="round" stroke-linejoin="round" />
          <path d="M5.8 3 8 7l2.2-4" stroke-linecap="round" stroke-linejoin="round" />
        </svg>
      </span>
      {all.length > 1 ? (
        <select
          aria-label="Vault"
          value={currentVault.value}
          onChange={({ currentTarget }) => {
            chooseVault(currentTarget.value).catch(toastError);
          }}
        >
          {all.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      ) : (
        <span class="truncate">{currentVault.value ?? ''}</span>
      )}
    </div>
  );
}

function Connection(): JSX.Element {
  const state = connection.value;
  const [tone, text] = {
    live: ['good', 'Live'],
    connecting: ['warn', 'Connecting'],
    lost: ['bad', 'Not connected'],
  }[state] ?? ['', ''];
  return (
    <span class="connection" role="status">
      <span class={`dot ${tone}`} /> {text}
    </span>
  );
}
