import type { JSX } from 'preact';
import { call, sayError } from '../../api/call.ts';
import { useAsked } from '../../kit/hooks.ts';

/** The templates of the vault to choose from. */
export function TemplateField({
  value,
  onChange,
}: {
  value: string;
  onChange: (template: string) => void;
}): JSX.Element {
  const { value: names, error } = useAsked(
    async (signal) => (await call('agent.create', {}, signal)).templates ?? [],
    [],
  );
  return (
    <>
      <label>
        <span>Template</span>
        <select
          class="field"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">None</option>
          {names?.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {error !== undefined && <p class="faint">{sayError(error)}</p>}
    </>
  );
}
