import { basename, resolve } from 'node:path';
import type { Client } from '../../protocols/local/client/client.ts';
import { type Declaration, handCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { connectDaemon } from '../daemon-client.ts';
import { textFlag } from '../flags.ts';
import { flexible, left } from '../table.ts';
import { listServed, toRealPath } from '../vault-access.ts';

export const vaultCommands: readonly Declaration[] = [
  handCommand({
    name: 'vault add',
    summary: 'Serve a folder of notes from now on.',
    about:
      'Adds it to the configuration. A running daemon serves it at once. The first vault is the default.',
    byHand: 'Writes the configuration of the daemon.',
    args: [{ name: 'FOLDER', summary: 'The folder of the notes.', kind: 'directory' }],
    flags: { name: textFlag('NAME', 'What to call it (default: the name of the folder).') },
    examples: [
      ['vaultd vault add ~/Notes', 'serve one more folder'],
      ['vaultd vault add ~/Work/Wiki --name work', 'under another name'],
    ],
    async run(context, { args: [folder = ''], flags: { name } }) {
      const { out, env, cwd } = context;
      const { addVault } = await import('../../daemon/vault-list.ts');
      const typed = folder.startsWith('~') ? folder : resolve(cwd, folder);
      const added = addVault(env, typed, name);
      const known = `${basename(typed)} is already in the configuration.`;
      const what = added === undefined ? known : `Added ${added.name} (${added.path}).`;
      await finish(context, { added: added ?? null }, what, added?.path);
      if (added !== undefined) out.say(out.style.dim(`Remove: vaultd vault remove ${added.name}`));
    },
  }),
  handCommand({
    name: 'vault remove',
    summary: 'Stop serving a folder. Its files stay.',
    byHand: 'Writes the configuration of the daemon.',
    args: [{ name: 'VAULT', summary: 'Its name or folder.', kind: 'vault' }],
    examples: [['vaultd vault remove work', 'the notes and their history stay']],
    async run(context, { args: [wanted = ''] }) {
      const { removeVault } = await import('../../daemon/vault-list.ts');
      const removed = removeVault(context.env, wanted);
      const what = `Removed ${removed.name} (${removed.path}) from the configuration.`;
      await finish(context, { removed }, what, undefined);
    },
  }),
  handCommand({
    name: 'vault list',
    summary: 'List the vaults of the configuration and of the daemon.',
    byHand: 'Reads the configuration of the daemon.',
    examples: [['vaultd vault list', 'which folders are served']],
    async run({ out, env }) {
      const { listVaults } = await import('../../daemon/vault-list.ts');
      const daemon = await connectDaemon(env);
      const served = daemon === undefined ? [] : await listServed(daemon);
      await daemon?.close();
      const paths = new Set(served.map(({ path }) => toRealPath(path)));
      const others = listVaults(env).filter(({ path }) => !paths.has(toRealPath(path)));
      const rows = [
        ...served.map(({ name, path }, i) => ({ name, path, served: true, default: i === 0 })),
        ...others.map(({ name, path }, i) => {
          const isFirst = served.length === 0 && i === 0;
          return { name, path, served: false, default: isFirst };
        }),
      ];
      const { dim, green } = out.style;
      out.list(
        rows,
        [left, flexible, left],
        (row) => [
          row.name,
          dim(row.path),
          [row.served ? green('served') : 'not served', row.default && 'default']
            .filter(Boolean)
            .join(', '),
        ],
        'No vaults. Add one with: vaultd vault add FOLDER',
      );
    },
  }),
];

/** Lets a running daemon take up the change, and says what came of it. */
async function finish(
  { out, env }: Context,
  result: object,
  what: string,
  added: string | undefined,
): Promise<void> {
  const daemon = await connectDaemon(env);
  if (daemon === undefined) {
    return out.outcome(result, `${what} No daemon is running; start it with: vaultd serve`);
  }
  try {
    const report = await daemon.call<{ restart_needed: string[] }>('Reload');
    const isLater = report.restart_needed.includes('vaults');
    const note = isLater ? ' The default vault changes when the daemon restarts.' : '';
    out.outcome({ ...result, ...report }, `${what}${await sayServed(daemon, added)}${note}`);
  } finally {
    await daemon.close();
  }
}

async function sayServed(daemon: Client, added: string | undefined): Promise<string> {
  if (added === undefined) return '';
  const isServed = (await listServed(daemon)).some(
    ({ path }) => toRealPath(path) === toRealPath(added),
  );
  return isServed ? ' The daemon serves it now.' : ' Restart the daemon to serve it.';
}
