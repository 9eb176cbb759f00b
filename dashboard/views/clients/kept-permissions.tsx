import type { JSX } from 'preact';
import { Icon } from '../../kit/icons.tsx';
import { openPermissions, type Permissions } from './permissions.tsx';
import { PolicyChips } from './policy-chips.tsx';

/** What is kept of clients, also while they are not connected. */
export function KeptPermissions({ kept }: { kept: readonly Permissions[] }): JSX.Element {
  return (
    <section class="kept-permissions" aria-labelledby="kept-permissions">
      <header>
        <h2 id="kept-permissions">Permissions</h2>
        <button type="button" class="button" onClick={() => openPermissions('')}>
          <Icon name="plus" size={14} /> Add
        </button>
      </header>
      {kept.length === 0 ? (
        <p class="faint">No client has permissions of its own.</p>
      ) : (
        <ul>
          {kept.map((permissions) => (
            <li key={permissions.client}>
              <strong class="truncate">{permissions.client}</strong>
              <PolicyChips policy={permissions} />
              <button
                type="button"
                class="button quiet"
                aria-label={`Edit permissions of ${permissions.client}`}
                onClick={() => openPermissions(permissions)}
              >
                Edit
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
