import * as z from 'zod';
import { bundleLimits } from '../../contract/bundle-limits.ts';
import type { Access } from '../../contract/callers.ts';
import type { AppQuestion } from '../../engine/app/hosts/host.ts';
import { hostError } from '../../engine/app/hosts/host-errors.ts';
import type { Operation } from '../operation.ts';
import { defineNoteTool, defineVaultTool } from './tool.ts';

const lines = z.object({ lines: z.array(z.string()).describe('What the app answers.') });
/** Names that go to the app are of this kind: one line, without anything that could be more. */
const name = z
  .string()
  .min(1)
  .max(bundleLimits.appNameLengthMax)
  .regex(/^[^\r\n\0]*$/, 'must be one line');
const id = z.string().regex(/^[\w.:-]{1,200}$/, 'must be an id');

interface AppTool<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly summary: string;
  readonly access: Access;
  readonly input: Shape;
  ask(args: z.output<z.ZodObject<Shape>>): AppQuestion;
}

/** A tool that hands a question to the app and its answer back. */
function defineAppTool<Shape extends z.ZodRawShape>({ ask, ...tool }: AppTool<Shape>): Operation {
  return defineVaultTool({
    ...tool,
    output: lines,
    async run({ signal }, host, args) {
      if (host === undefined) throw hostError('app-only');
      return { lines: toLines(await host.ask(ask(args), signal)) };
    },
  });
}

function toLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

export const bundleListRecents = defineAppTool({
  name: 'listRecents',
  summary: 'The files that were opened in the app lately.',
  access: 'read',
  input: {},
  ask: () => ({ command: 'recents' }),
});

export const bundleListTabs = defineAppTool({
  name: 'listTabs',
  summary: 'The tabs that are open in the app.',
  access: 'read',
  input: {},
  ask: () => ({ command: 'tabs' }),
});

export const bundleOpenSearch = defineAppTool({
  name: 'openSearch',
  summary: 'Show a search in the app.',
  access: 'read',
  input: { query: name },
  ask: ({ query }) => ({ command: 'search:open', values: { query } }),
});

export const bundleOpenDaily = defineAppTool({
  name: 'openDaily',
  summary: 'Show today’s daily note in the app, which makes it when it is missing.',
  access: 'write',
  input: {},
  ask: () => ({ command: 'daily' }),
});

export const bundleEnablePlugin = defineAppTool({
  name: 'enablePlugin',
  summary: 'Switch a plugin of the app on.',
  access: 'admin',
  input: { id },
  ask: ({ id: plugin }) => ({ command: 'plugin:enable', values: { id: plugin } }),
});

export const bundleDisablePlugin = defineAppTool({
  name: 'disablePlugin',
  summary: 'Switch a plugin of the app off.',
  access: 'admin',
  input: { id },
  ask: ({ id: plugin }) => ({ command: 'plugin:disable', values: { id: plugin } }),
});

export const bundleInstallPlugin = defineAppTool({
  name: 'installPlugin',
  summary: 'Install a community plugin in the app.',
  access: 'admin',
  input: { id, enable: z.boolean().default(false).describe('Switch it on, too.') },
  ask: ({ id: plugin, enable }) => ({
    command: 'plugin:install',
    values: { id: plugin },
    flags: enable ? ['enable'] : [],
  }),
});

export const bundleSetTheme = defineAppTool({
  name: 'setTheme',
  summary: 'Use another theme in the app.',
  access: 'admin',
  input: { theme: name },
  ask: ({ theme }) => ({ command: 'theme:set', values: { name: theme } }),
});

export const bundleEnableSnippet = defineAppTool({
  name: 'enableSnippet',
  summary: 'Switch a CSS snippet of the app on.',
  access: 'admin',
  input: { snippet: name },
  ask: ({ snippet }) => ({ command: 'snippet:enable', values: { name: snippet } }),
});

export const bundleDisableSnippet = defineAppTool({
  name: 'disableSnippet',
  summary: 'Switch a CSS snippet of the app off.',
  access: 'admin',
  input: { snippet: name },
  ask: ({ snippet }) => ({ command: 'snippet:disable', values: { name: snippet } }),
});

export const bundleSyncStatus = defineAppTool({
  name: 'syncStatus',
  summary: 'How Obsidian Sync is doing.',
  access: 'read',
  input: {},
  ask: () => ({ command: 'sync:status' }),
});

export const bundlePublishStatus = defineAppTool({
  name: 'publishStatus',
  summary: 'Which notes differ from what is published.',
  access: 'read',
  input: {},
  ask: () => ({ command: 'publish:status' }),
});

const version = z.int().min(1).describe('Which version: 1 is the newest.');

export const bundleSyncHistory = defineSyncTool({
  name: 'syncHistory',
  summary: 'The versions of a note that Obsidian Sync has.',
  access: 'read',
  input: {},
  ask: () => ({ command: 'sync:history' }),
});

export const bundleSyncRead = defineSyncTool({
  name: 'syncRead',
  summary: 'Read a version of a note that Obsidian Sync has.',
  access: 'read',
  input: { version },
  ask: ({ version: number }) => ({ command: 'sync:read', values: { version: String(number) } }),
});

export const bundleSyncRestore = defineSyncTool({
  name: 'syncRestore',
  summary: 'Bring back a version of a note that Obsidian Sync has.',
  access: 'write',
  input: { version },
  ask: ({ version: number }) => ({ command: 'sync:restore', values: { version: String(number) } }),
});

/** The same for one note, which the app gets by its path. */
function defineSyncTool<Shape extends z.ZodRawShape>({ ask, ...tool }: AppTool<Shape>): Operation {
  return defineNoteTool({
    ...tool,
    output: lines,
    async run({ signal }, { path, host }, args) {
      if (host === undefined) throw hostError('app-only');
      const { command, values = {} } = ask(args);
      return { lines: toLines(await host.ask({ command, values: { path, ...values } }, signal)) };
    },
  });
}

export const bundleListCommands = defineVaultTool({
  name: 'listCommands',
  summary: 'The commands of the app that can be run.',
  access: 'admin',
  input: { filter: z.string().optional().describe('Only ids that begin so.') },
  output: z.object({ commands: z.array(z.object({ id: z.string(), name: z.string() })) }),
  async run({ hosts, signal }, _host, { filter = '' }) {
    const palette = await hosts.palette(signal);
    if (palette === undefined) throw hostError('app-only');
    const commands = await palette.commands(signal);
    return { commands: commands.filter(({ id: each }) => each.startsWith(filter)) };
  },
});

export const bundleExecuteCommand = defineVaultTool({
  name: 'executeCommand',
  summary: 'Run a command of the app. What it does depends on the command and may destroy data.',
  access: 'admin',
  input: { id },
  output: z.object({ id: z.string(), executed: z.literal(true) }),
  async run({ hosts, signal }, _host, { id: wanted }) {
    const palette = await hosts.palette(signal);
    if (palette === undefined) throw hostError('app-only');
    await palette.run(wanted, signal);
    return { id: wanted, executed: true as const };
  },
});
