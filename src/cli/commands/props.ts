import { defineCommand } from '../command.ts';
import { resolveNote } from '../resolve-note.ts';

export const propsCommand = defineCommand({
  name: 'props',
  group: 'find',
  summary: 'Show the properties of a note.',
  args: [
    { name: 'NOTE', summary: 'Its name, path or wikilink.', kind: 'note' },
    { name: 'NAME', summary: 'Only this property, its value alone.', isOptional: true },
  ],
  examples: [
    ['vaultd props "Garden plan"', 'all of them'],
    ['vaultd props "Garden plan" status', 'one value, for a script'],
  ],
  async run(context, { args: [note = '', name], flags: _flags }) {
    const { out, call } = context;
    const path = await resolveNote(context, note);
    const { properties } = await call<{ properties: Record<string, unknown> }>('GetProperties', {
      path,
    });
    if (name !== undefined) {
      const value = properties[name];
      if (out.isJson) out.json(value ?? null);
      else if (value === undefined) context.exitWith(1);
      else out.line(toText(value));
      return;
    }
    if (out.isJson) {
      out.json(properties);
      return;
    }
    const rows = Object.entries(properties).map(([key, value]) => [
      out.style.cyan(key),
      toText(value),
    ]);
    out.table([{}, { isFlexible: true }], rows);
    if (rows.length === 0) out.say('No properties.');
  },
});

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
