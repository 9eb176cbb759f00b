import type { JSX } from 'preact';
import { protocolNames } from '../../../src/contract/callers.ts';
import { entries, filter } from '../../state/activity.ts';
import { sayProtocol } from './words.ts';

const kinds = [
  ['all', 'All'],
  ['step', 'Changes'],
  ['denied', 'Refused'],
] as const;

export function ActivityFilters(): JSX.Element {
  const { kind, protocol, client, path } = filter.value;
  const clients = new Set([
    ...entries.value.map((entry) => entry.client),
    ...(client ? [client] : []),
  ]);
  return (
    <div class="filters">
      <input
        class="field"
        type="search"
        aria-label="Only this path"
        placeholder="Path"
        value={path}
        onChange={({ currentTarget }) => {
          filter.value = { ...filter.value, path: currentTarget.value.replace(/\/+$/, '') };
        }}
      />
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
    </div>
  );
}
