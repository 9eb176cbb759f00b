import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { builtUrl } from '../../kit/entry-url.ts';
import { type Declaration, handCommand } from '../command.ts';
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
        summary: 'Folder or name of the vault; the one around you when absent.',
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
      const texts = files.map((name) => readFileSync(builtUrl(`plugin/${name}`)));
      const { id, name, version } = JSON.parse(String(texts[1]));
      const target = join(root, '.obsidian/plugins', id);
      const what = existsSync(target) ? 'Update' : 'Put';
      const question = `${what} ${name} ${version} in ${basename(root)} (${target})?`;
      if (!flags.yes && !(await isAgreed(question))) {
        out.say('Nothing was changed.');
        context.exitWith(1);
        return;
      }
      mkdirSync(target, { recursive: true });
      for (const [at, file] of files.entries()) writeFileSync(join(target, file), texts[at] ?? '');
      out.say(`Installed ${name} ${version} in ${target}.`);
      out.say(out.style.dim('Enable it in Obsidian: Settings → Community plugins.'));
    },
  }),
];

/** Asks on the terminal. Without one the answer has to be an option. */
async function isAgreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UsageError('There is no terminal to ask on.', 'Say --yes to install it unasked.');
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}
