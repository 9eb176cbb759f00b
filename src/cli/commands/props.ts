import { change } from '../change.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import type { Context } from '../context.ts';
import { resolveNote } from '../resolve-note.ts';

interface PropertyCount {
  readonly name: string;
  readonly type: string;
  readonly count: number;
}

export const propsCommand = defineCommand({
  name: 'props',
  group: 'find',
  brief: 'show or set properties',
  summary: 'Show or set properties.',
  about: 'A VALUE that is JSON (a number, true, a list) is taken as such, anything else as text.',
  args: [
    {
      name: 'NOTE',
      summary: 'Without it, all properties of the vault.',
      isOptional: true,
      kind: 'note',
    },
    { name: 'NAME', summary: 'Only this property, its value alone.', isOptional: true },
    { name: 'VALUE', summary: 'The new value.', isOptional: true },
  ],
  flags: {
    delete: { type: 'boolean', summary: 'Remove the property NAME.' },
    'dry-run': dryRunFlag,
  },
  examples: [
    ['vaultd props', 'what properties there are'],
    ['vaultd props "Garden plan" status', 'one value, for a script'],
    ['vaultd props "Garden plan" status done', 'set it; the rest of the note stays as it is'],
  ],
  async run(context, { args: [note, name, value], flags }) {
    if (note === undefined) await listAll(context);
    else if (name !== undefined && (value !== undefined || flags.delete)) {
      const path = await resolveNote(context, note, 'changing');
      const operation = flags.delete
        ? { operation: 'delete' }
        : { operation: 'set', value: toValue(value ?? '') };
      await change(context, {
        method: 'ManageProperty',
        params: { target: { type: 'path', path }, key: name, ...operation },
        isDryRun: flags['dry-run'],
        say: () => `${flags.delete ? 'Removed' : 'Set'} ${name} of ${path}.`,
      });
    } else await show(context, note, name);
  },
});

async function show(context: Context, note: string, name: string | undefined): Promise<void> {
  const { out, call } = context;
  const path = await resolveNote(context, note);
  const { properties } = await call<{ properties: Record<string, unknown> }>('GetProperties', {
    path,
  });
  if (name !== undefined) {
    const value = properties[name];
    if (out.isJson) out.json(value ?? null);
    else if (value !== undefined) out.line(toText(value));
    else {
      out.note(`${path} has no property ${JSON.stringify(name)}. To set it, name a value, too.`);
      context.exitWith(1);
    }
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
}

async function listAll({ out, call }: Context): Promise<void> {
  const { properties } = await call<{ properties: PropertyCount[] }>('ListProperties');
  if (out.isJson) {
    out.json(properties);
    return;
  }
  out.page();
  const rows = properties.map(({ name, type, count }) => [
    out.style.cyan(name),
    out.style.dim(type),
    String(count),
  ]);
  out.table([{ isFlexible: true }, {}, { align: 'right' }], rows);
}

function toValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
