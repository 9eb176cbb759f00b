import type { JSX } from 'preact';

interface NewPropertyProps {
  /** Names that other notes have. */
  readonly known: readonly string[];
  readonly onAdd: (name: string) => void;
  readonly onCancel: () => void;
}

export function NewProperty({ known, onAdd, onCancel }: NewPropertyProps): JSX.Element {
  const end = (typed: string): void => {
    const name = typed.trim();
    if (name === '') onCancel();
    else onAdd(name);
  };
  return (
    <>
      <input
        class="property-field new-property"
        type="text"
        list="known-properties"
        aria-label="Name of the new property"
        placeholder="Name"
        ref={(input) => input?.focus()}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') onCancel();
          if (key === 'Enter') currentTarget.blur();
        }}
        onBlur={({ currentTarget }) => end(currentTarget.value)}
      />
      <datalist id="known-properties">
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
