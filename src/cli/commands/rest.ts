import { type Declaration, handCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { listFlag, switchFlag, textFlag } from '../flags.ts';
import { left } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const loadKeys = () => import('../../daemon/rest-keys.ts');

const nameArgument = { name: 'NAME', summary: 'The name of the key.' } as const;

export const restCommands: readonly Declaration[] = [
  handCommand({
    name: 'rest key',
    summary: 'Add, list and remove keys for clients of the Local REST API plugin.',
    about: 'A key opens one vault and is shown once. Its name is the client in the history.',
    byHand: 'Changes a file of the daemon, also when it does not run.',
    args: [
      { name: 'ACTION', summary: 'add, list or remove.' },
      { ...nameArgument, isOptional: true },
    ],
    flags: {
      'read-only': switchFlag('Allow no changes.'),
      read: listFlag('PATH', 'A folder or file that the client can read (default: all).'),
      write: listFlag('PATH', 'A folder or file that the client can change (default: all).'),
      commands: switchFlag('Allow commands of an attached app.'),
      generation: {
        type: 'number',
        value: 'N',
        summary: 'The release of the plugin that the client expects: 3, 4, 5 or 6.',
      },
      expires: textFlag('TIME', 'When the key stops working, as 2027-01-31T00:00:00Z.'),
      renew: switchFlag('Replace the key of that name.'),
    },
    examples: [
      ['vaultd rest key add claude', 'a key for everything in the vault'],
      ['vaultd rest key add reader --read-only', 'a read-only key'],
      ['vaultd rest key add old --generation 4', 'for obsidian-mcp-server up to 3.2.9'],
    ],
    async run(context, { args: [action = '', name], flags }) {
      if (action === 'list') return showKeys(context);
      if (!['add', 'remove'].includes(action)) {
        throw new UsageError('ACTION must be one of add, list, remove.');
      }
      if (name === undefined) throw new UsageError('Which key?', `vaultd rest key ${action} NAME`);
      if (action === 'remove') return removeNamed(context, name);
      const { addKey } = await loadKeys();
      const { root } = await context.vault();
      const { 'read-only': readOnly, ...rights } = flags;
      const { key } = addKey(context.env, { ...rights, name, root, readOnly });
      await showVariables(context, name, key);
    },
  }),
  handCommand({
    name: 'rest env',
    summary: 'Print the variables that point a client of the Local REST API plugin to vaultd.',
    about:
      'The key itself is printed only if rest.show_keys was set when it was added; otherwise it was shown once, by "vaultd rest key add".',
    byHand: 'Reads the configuration, also when the daemon does not run.',
    args: [nameArgument],
    examples: [['vaultd rest env claude', 'what to put into the configuration of the client']],
    async run(context, { args: [name = ''] }) {
      await showVariables(context, name);
    },
  }),
  handCommand({
    name: 'rest import',
    summary: "Accept the Local REST API plugin's own key, so that its clients need no change.",
    about: 'Reads it from the settings of the plugin in the vault.',
    byHand: 'Reads a file of the app.',
    args: [{ ...nameArgument, isOptional: true }],
    examples: [['vaultd rest import --vault ~/Notes', 'the key is called "plugin"']],
    async run(context, { args: [name = 'plugin'] }) {
      const { addKey, readPluginKey } = await loadKeys();
      const { root } = await context.vault();
      const secret = readPluginKey(context.env, root);
      addKey(context.env, { ...allRights, name, root, secret });
      context.out.outcome({ name }, `The key of the plugin is now the key "${name}".`);
    },
  }),
];

const allRights = {
  readOnly: false,
  read: [],
  write: [],
  commands: false,
  generation: undefined,
  expires: undefined,
  renew: true,
};

async function showVariables(context: Context, name: string, secret?: string): Promise<void> {
  const { out, env } = context;
  const { clientVariables } = await loadKeys();
  const variables = clientVariables(env, name, secret);
  const lines = Object.entries(variables).map(([key, value]) => `${key}=${value}`);
  out.result(variables, () => out.lines(lines));
  if (variables.OBSIDIAN_API_KEY === undefined) {
    out.note(`The key was shown when it was made. A new one: vaultd rest key add ${name} --renew`);
  }
}

async function showKeys({ out, env }: Context): Promise<void> {
  const { listKeys } = await loadKeys();
  const keys = listKeys(env);
  out.result(keys, () => {
    if (keys.length === 0) out.note('There is no key. Add one: vaultd rest key add NAME');
    out.table(
      [left, left, left, left],
      keys.map((key) => [key.name, key.vault, sayRights(key), `generation ${key.generation}`]),
    );
  });
}

interface Rights {
  readonly read_only: boolean;
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  readonly commands: boolean;
  readonly expires?: string | undefined;
}

function sayRights({ read_only, read, write, commands, expires }: Rights): string {
  const rights = [
    read_only ? 'read-only' : 'read and write',
    read && `reads ${read.join(', ')}`,
    write && `writes ${write.join(', ')}`,
    commands && 'commands',
    expires && `until ${expires}`,
  ];
  return rights.filter(Boolean).join('; ');
}

async function removeNamed({ out, env, exitWith }: Context, name: string): Promise<void> {
  const { removeKey } = await loadKeys();
  const removed = removeKey(env, name);
  out.outcome({ removed }, removed ? `Removed "${name}".` : `There is no key "${name}".`);
  if (!removed) exitWith(1);
}
