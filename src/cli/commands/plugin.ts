import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { builtUrl } from '../../kit/entry-url.ts';
import { type Declaration, handCommand } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { switchFlag } from '../flags.ts';
import { UsageError } from '../usage-error.ts';
import { findVaultFolder } from '../vault-folder.ts';

/** The files of the plugin; the app looks for them in a folder with the plugin's id. */
const files = ['main.js', 'manifest.json', 'styles.css'] as const;

export const pluginCommands: readonly Declaration[] = [
  handCommand({
    name: 'plugin install',
    brief: '',
    summary: 'Put the companion plugin for Obsidian into a vault.',
    about:
      'Copies Vaultd Companion into .obsidian/plugins of the vault, after asking. Enable it in Obsidian under Settings → Community plugins. Run it again to update the plugin. See docs/plugin.md.',
    byHand: 'Copies files into the configuration of another program.',
    args: [
      {
        name: 'VAULT',
        summary: 'Folder or name of the vault (default: the one you are in).',
        isOptional: true,
        kind: 'vault',
      },
    ],
    flags: { yes: switchFlag('Do not ask.', 'y') },
    examples: [
      ['vaultd plugin install', 'into the vault around you'],
      ['vaultd plugin install ~/Notes --yes', 'without a question'],
    ],
    async run(context, { args: [folder], flags }) {
      const { out, common } = context;
      const root = await findVaultFolder(context, folder ?? common.vault, {
        question: 'Into which vault?',
        usage: 'vaultd plugin install FOLDER',
      });
      if (!existsSync(join(root, '.obsidian'))) throw notAVault(root);
      const texts = files.map((name) => readFileSync(builtUrl(`plugin/${name}`)));
      const { id, name, version } = JSON.parse(String(texts[1]));
      const target = join(root, '.obsidian/plugins', id);
      const isThere = existsSync(target);
      if (!flags.yes) {
        const what = `${isThere ? 'Update' : 'Install'} ${name} ${version}`;
        if (!(await mayInstall(`${what} in ${basename(root)} (${target})?`))) {
          out.say('Nothing was changed.');
          context.exitWith(1);
          return;
        }
      }
      mkdirSync(target, { recursive: true });
      for (const [at, file] of files.entries()) writeFileSync(join(target, file), texts[at] ?? '');
      const done = isThere ? 'Updated' : 'Installed';
      out.outcome({ id, version, path: target }, `${done} ${name} ${version} in ${target}.`);
      const next = isThere ? 'Reload the plugin' : 'Enable it';
      out.say(out.style.dim(`${next} in Obsidian: Settings → Community plugins.`));
    },
  }),
];

function notAVault(root: string): CommandError {
  return new CommandError(
    `${root} is not an Obsidian vault: it has no .obsidian folder.`,
    'Open the folder in Obsidian once, or name another one.',
  );
}

async function mayInstall(question: string): Promise<boolean> {
  if (process.stdin.isTTY === true) return confirm(question);
  throw new UsageError(
    'Cannot ask for confirmation, because this is not a terminal.',
    'Add --yes to install it without asking.',
  );
}
