import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../kit/icons.tsx';
import { TagLink } from '../../markdown/link.tsx';
import { parseInline } from '../../markdown/parse.ts';
import { Nodes } from '../../markdown/render.tsx';
import { type PropertyKind, toItems, toTags } from './property-kinds.ts';

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A value to read and to change. What has parts of its own is changed in the text of the note. */
export function PropertyValue({
  kind,
  ...props
}: ValueProps & { readonly kind: PropertyKind }): ComponentChildren {
  const { name, value, onChange } = props;
  switch (kind) {
    case 'checkbox':
      return (
        <input
          type="checkbox"
          aria-label={name}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <Field {...props} type="number" parse={(text) => (text === '' ? null : Number(text))} />
      );
    case 'date':
      return <Field {...props} type="date" parse={(text) => text || null} />;
    case 'datetime':
      return <Field {...props} type="datetime-local" parse={(text) => text || null} />;
    case 'list':
      return <Items {...props} items={toItems(value)} show={(item) => <Inline text={item} />} />;
    case 'tags':
      return <Items {...props} items={toTags(value)} show={(tag) => <TagLink tag={tag} />} />;
    case 'text':
      return <Text {...props} />;
    case 'other':
      return <code>{JSON.stringify(value)}</code>;
  }
}

function Inline({ text }: { text: string }): JSX.Element {
  return <Nodes nodes={parseInline(text)} />;
}

interface FieldProps extends ValueProps {
  readonly type: 'number' | 'date' | 'datetime-local';
  readonly parse: (text: string) => unknown;
}

/** Saves when it is left or confirmed, and only what differs. */
function Field({ name, value, onChange, type, parse }: FieldProps): JSX.Element {
  const text = String(value ?? '');
  return (
    <input
      class="property-field"
      type={type}
      step={type === 'number' ? 'any' : undefined}
      aria-label={name}
      value={text}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      onBlur={({ currentTarget }) => {
        if (currentTarget.value !== text && currentTarget.validity.valid) {
          onChange(parse(currentTarget.value));
        }
      }}
    />
  );
}

/** Links in it work until it is edited. */
function Text({ name, value, onChange }: ValueProps): JSX.Element {
  const [isEditing, setEditing] = useState(false);
  const text = String(value ?? '');
  if (!isEditing) {
    return (
      <>
        {text !== '' && <Inline text={text} />}
        <button
          type="button"
          class={`edit-property ${text === '' ? 'unset' : ''}`}
          aria-label={`Edit ${name}`}
          title="Edit"
          onClick={() => setEditing(true)}
        >
          {text === '' ? 'Empty' : <Icon name="edit" size={12} />}
        </button>
      </>
    );
  }
  const end = (next: string): void => {
    setEditing(false);
    if (next !== text) onChange(next === '' ? null : next);
  };
  return (
    <input
      class="property-field"
      type="text"
      aria-label={name}
      ref={(input) => input?.focus()}
      value={text}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur();
        if (key === 'Escape') {
          currentTarget.value = text;
          currentTarget.blur();
        }
      }}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
    />
  );
}

interface ItemsProps extends ValueProps {
  readonly items: readonly string[];
  readonly show: (item: string) => JSX.Element;
}

function Items({ name, items: given, show, onChange }: ItemsProps): JSX.Element {
  const [typed, setTyped] = useState('');
  // What was just added stays while the note is written, so that the next item does not replace it.
  const [items, setItems] = useState(given);
  useEffect(() => setItems(given), [given.join('\n')]);
  const change = (next: readonly string[]): void => {
    setItems(next);
    onChange(next);
  };
  const add = (): void => {
    const item = typed.trim();
    setTyped('');
    if (item !== '' && !items.includes(item)) change([...items, item]);
  };
  return (
    <>
      {items.map((item, at) => (
        <span key={at} class="chip">
          {show(item)}
          <button
            type="button"
            class="remove-item"
            aria-label={`Remove ${item} from ${name}`}
            onClick={() => change(items.filter((_, place) => place !== at))}
          >
            <Icon name="close" size={9} />
          </button>
        </span>
      ))}
      <input
        class="property-field add-item"
        type="text"
        aria-label={`Add to ${name}`}
        placeholder="Add"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && add()}
        onBlur={add}
      />
    </>
  );
}
