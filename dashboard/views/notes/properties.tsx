import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import type { NoteData } from '../../markdown/context.ts';
import { looseContext, noteContext } from '../../markdown/context.ts';
import { changeProperty } from './change-property.ts';
import { NewProperty } from './new-property.tsx';
import { kindOf, type PropertyKind } from './property-kinds.ts';
import { PropertyValue } from './property-value.tsx';

/** The properties of a note. Each is edited in place, as its type asks for. */
export function Properties({ note }: { note: NoteData }): JSX.Element {
  const entries = Object.entries(note.properties);
  const { value: known } = useAsked(
    async (signal) => (await call('property.list', {}, signal)).properties,
    [note.path],
  );
  const kinds = useMemo(() => new Map(known?.map(({ name, type }) => [name, type])), [known]);
  const [isAdding, setAdding] = useState(false);
  const change = (name: string, value: unknown): void => changeProperty(note, name, value);
  const context = { ...looseContext, path: note.path, links: note.links };
  return (
    <noteContext.Provider value={context}>
      {entries.length > 0 && (
        <dl class="properties" aria-label="Properties">
          {entries.map(([name, value]) => (
            <Row
              key={name}
              name={name}
              kind={kindOf(name, value, kinds.get(name))}
              value={value}
              onChange={(next) => change(name, next)}
            />
          ))}
        </dl>
      )}
      {isAdding ? (
        <NewProperty
          known={[...kinds.keys()].filter((name) => !(name in note.properties))}
          onAdd={(name) => {
            setAdding(false);
            change(name, kinds.get(name) === 'checkbox' ? false : null);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <button
          type="button"
          class={`button quiet add-property ${entries.length === 0 ? 'alone' : ''}`}
          onClick={() => setAdding(true)}
        >
          <Icon name="plus" size={12} /> Add property
        </button>
      )}
    </noteContext.Provider>
  );
}

interface RowProps {
  readonly name: string;
  readonly kind: PropertyKind;
  readonly value: unknown;
  /** Undefined removes it. */
  readonly onChange: (value: unknown) => void;
}

function Row({ name, kind, value, onChange }: RowProps): ComponentChildren {
  return (
    <div>
      <dt class="truncate" title={name}>
        {name}
      </dt>
      <dd>
        <PropertyValue name={name} kind={kind} value={value} onChange={onChange} />
        <button
          type="button"
          class="remove-property"
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={() => onChange(undefined)}
        >
          <Icon name="close" size={11} />
        </button>
      </dd>
    </div>
  );
}
