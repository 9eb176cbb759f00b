import type { JSX } from 'preact';
import { protocolNames } from '../../../src/contract/callers.ts';
import { call, currentVault } from '../../api/call.ts';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { entries, filter } from '../../state/activity.ts';
import { folders } from '../../state/folders.ts';
import { openUndoSince } from './undo-since.tsx';
import { sayProtocol } from './words.ts';

const kinds = [
  ['all', 'All'],
  ['step', 'Changes'],
  ['denied', 'Refused'],
] as const;

export function ActivityFilters(): JSX.Element {
  const { kind, protocol, client, path } = filter.value;
  const { value: known } = useAsked(
    async (signal) => (await call('activity.clients', {}, signal)).clients,
    [currentVault.value, entries.value[0]?.id],
  );
  const clients = new Set([
    ...(known ?? []).map((each) => each.client),
    ...(client ? [client] : []),
  ]);
  return (
    <div class="filters">
      <input
        class="field"
        type="search"
        aria-label="Only this folder or note"
        placeholder="Folder or note"
        list="activity-folders"
        value={path}
        onChange={({ currentTarget }) => {
          filter.value = { ...filter.value, path: currentTarget.value.replace(/\/+$/, '') };
        }}
      />
      <datalist id="activity-folders">
        {folders.value.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
      <select
        class="field"
        aria-label="Client"
        value={client}
        onChange={({ currentTarget }) => {
          filter.value = { ...filter.value, client: currentTarget.value };
        }}
      >
        <option value="">Any client</option>
        {[...clients].sort().map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        class="field"
        aria-label="Protocol"
        value={protocol}
        onChange={({ currentTarget }) => {
          filter.value = { ...filter.value, protocol: currentTarget.value };
        }}
      >
        <option value="">Any protocol</option>
        {protocolNames.map((name) => (
          <option key={name} value={name}>
            {sayProtocol(name)}
          </option>
        ))}
      </select>
      <fieldset class="segments" aria-label="Kind">
        {kinds.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={kind === name}
            onClick={() => {
              filter.value = { ...filter.value, kind: name };
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {client !== '' && (
        <button
          type="button"
          class="button"
          onClick={() => openUndoSince({ client, ...(path !== '' && { path }) })}
        >
          <Icon name="undo" size={14} /> Undo since…
        </button>
      )}
    </div>
  );
}
