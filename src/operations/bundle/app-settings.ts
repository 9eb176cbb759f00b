import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { toRecord } from '../../kit/records.ts';
import type { Call } from '../operation.ts';
import { defineVaultTool } from './tool.ts';

const plugin = z.object({
  id: z.string(),
  kind: z.enum(['core', 'community']),
  enabled: z.boolean(),
  name: z.string().optional(),
  version: z.string().optional(),
  description: z.string().optional(),
});
type Plugin = z.output<typeof plugin>;

export const bundleListPlugins = defineVaultTool({
  name: 'listPlugins',
  summary: 'The plugins of the app for this vault, and which of them are on.',
  access: 'read',
  input: {
    filter: z.enum(['core', 'community']).optional(),
    enabled: z.boolean().default(false).describe('Only those that are on.'),
  },
  output: z.object({ plugins: z.array(plugin) }),
  run(call, _host, { filter, enabled }) {
    const plugins = pluginsOf(call).filter(
      (each) => (filter === undefined || each.kind === filter) && (each.enabled || !enabled),
    );
    return { plugins };
  },
});

export const bundleGetPlugin = defineVaultTool({
  name: 'getPlugin',
  summary: 'What is known of one plugin.',
  access: 'read',
  input: { id: z.string().min(1) },
  output: plugin,
  run(call, _host, { id }) {
    const found = pluginsOf(call).find((each) => each.id === id);
    if (found === undefined) throw noPlugin(id);
    return found;
  },
});

export const bundleListThemes = defineVaultTool({
  name: 'listThemes',
  summary: 'The themes of the app for this vault, and which one is used.',
  access: 'read',
  input: {},
  output: z.object({ themes: z.array(z.string()), active: z.string() }),
  run({ settings }) {
    const { cssTheme } = toRecord(settings.read('appearance.json'));
    return { themes: settings.list('themes').sort(), active: String(cssTheme ?? '') };
  },
});

export const bundleListSnippets = defineVaultTool({
  name: 'listSnippets',
  summary: 'The CSS snippets of the app for this vault, and which of them are on.',
  access: 'read',
  input: {},
  output: z.object({ snippets: z.array(z.object({ name: z.string(), enabled: z.boolean() })) }),
  run({ settings }) {
    const on = texts(toRecord(settings.read('appearance.json')).enabledCssSnippets);
    const names = settings
      .list('snippets')
      .filter((name) => name.endsWith('.css'))
      .map((name) => name.slice(0, -4));
    return { snippets: names.sort().map((name) => ({ name, enabled: on.includes(name) })) };
  },
});

export const bundleListHotkeys = defineVaultTool({
  name: 'listHotkeys',
  summary: 'The hotkeys that were changed in the app for this vault.',
  access: 'read',
  input: {},
  output: z.object({ hotkeys: z.array(z.object({ id: z.string(), keys: z.array(z.string()) })) }),
  run({ settings }) {
    const hotkeys = Object.entries(toRecord(settings.read('hotkeys.json'))).map(([id, keys]) => ({
      id,
      keys: Array.isArray(keys) ? keys.map(sayKeys) : [],
    }));
    return { hotkeys };
  },
});

function pluginsOf({ settings }: Call): Plugin[] {
  const core = settings.read('core-plugins.json');
  const coreOn = Array.isArray(core)
    ? texts(core).map((id) => [id, true] as const)
    : Object.entries(toRecord(core)).map(([id, on]) => [id, on === true] as const);
  const on = texts(settings.read('community-plugins.json'));
  const ids = [...new Set([...settings.list('plugins'), ...on])].sort();
  return [
    ...coreOn.map(([id, enabled]) => ({ id, kind: 'core' as const, enabled })),
    ...ids.map((id) => {
      const manifest = toRecord(settings.read(`plugins/${id}/manifest.json`));
      const facts = {
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
      };
      const known = Object.entries(facts).filter(([, value]) => typeof value === 'string');
      return {
        id,
        kind: 'community' as const,
        enabled: on.includes(id),
        ...Object.fromEntries(known),
      };
    }),
  ];
}

function sayKeys(raw: unknown): string {
  const { modifiers, key } = toRecord(raw);
  return [...texts(modifiers), String(key ?? '')].join('+');
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function noPlugin(id: string): VaultError {
  return new VaultError('not-found', `There is no plugin "${id}".`, {
    hint: 'List the plugins to see which there are.',
    data: { id },
  });
}
