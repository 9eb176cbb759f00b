import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import {
  deleteProperty,
  readProperties,
  setProperty,
} from '../../engine/text/edit/yaml/frontmatter.ts';
import { changeIfNeeded, changeNote } from '../agent/change.ts';
import { noteProperties } from '../note/properties.ts';
import { defineNoteTool, shareNoteTool } from './tool.ts';
import { propertyTypes, toTyped } from './typed-value.ts';

const property = z.string().min(1).describe('The name of the property.');

export const bundleGetProperties = shareNoteTool('getProperties', noteProperties);

export const bundleGetProperty = defineNoteTool({
  name: 'getProperty',
  summary: 'One property of a note.',
  access: 'read',
  input: { property },
  output: z.object({
    path: z.string(),
    property: z.string(),
    exists: z.boolean(),
    value: z.unknown(),
  }),
  async run({ notes }, { path }, { property: key }) {
    const values = readProperties((await notes.read(path)).text);
    const exists = Object.hasOwn(values, key);
    return { path, property: key, exists, value: exists ? values[key] : null };
  },
});

export const bundleSetProperty = defineNoteTool({
  name: 'setProperty',
  summary: 'Set a property of a note. Everything else in its frontmatter stays as it is.',
  access: 'write',
  input: {
    property,
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
    type: z.enum(propertyTypes).optional().describe('What the value is; text is not guessed at.'),
  },
  output: z.object({
    path: z.string(),
    property: z.string(),
    value: z.unknown(),
    etag: z.string(),
  }),
  async run(call, { path }, { property: key, value, type }) {
    const typed = type === undefined ? value : toTyped(value, type);
    if (typed === undefined) throw wrongValue(key, type ?? '');
    const edit = (text: string) => ({ text: setProperty(text, key, typed) });
    const { hash = '' } = await changeNote(call, path, edit, { why: `set ${key} of ${path}` });
    return { path, property: key, value: typed, etag: hash };
  },
});

export const bundleRemoveProperty = defineNoteTool({
  name: 'removeProperty',
  summary: 'Remove a property from a note.',
  access: 'write',
  input: { property },
  output: z.object({ path: z.string(), property: z.string(), removed: z.boolean() }),
  async run(call, { path }, { property: key }) {
    const edit = (text: string) => ({
      text: deleteProperty(text, key),
      removed: Object.hasOwn(readProperties(text), key),
    });
    const why = `remove ${key} of ${path}`;
    const { result } = await changeIfNeeded(call, path, edit, { why });
    return { path, property: key, removed: result.removed };
  },
});

function wrongValue(property: string, type: string): VaultError {
  return new VaultError('invalid-input', `The value for "${property}" is not of type ${type}.`, {
    hint: 'Dates are 2026-01-31, times 2026-01-31T10:00, checkboxes true or false.',
    data: { property, type },
  });
}
