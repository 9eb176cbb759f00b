import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../arguments.ts';
import { defineCommand, dryRunFlag } from '../command.ts';
import type { Context } from '../context.ts';
import { serviceOf } from '../service.ts';

export const daemonInstallCommand = defineCommand({
  name: 'daemon install',
  group: 'daemon',
  summary: 'Start the daemon whenever you log in.',
  about: 'Writes a systemd user unit on Linux, a launchd agent on macOS, shows it, and enables it.',
  args: [
    { name: 'VAULT', summary: 'Folders of notes.', isOptional: true, isMany: true, kind: 'folder' },
  ],
  flags: {
    'dry-run': dryRunFlag,
    force: { type: 'boolean', summary: 'Replace a service that is already there.' },
  },
  examples: [
    ['vaultd daemon install --dry-run ~/Notes', 'look at it first'],
    ['vaultd daemon install ~/Notes', 'do it'],
  ],
  async run(context, { args, flags }) {
    const service = serviceOf(
      context.env,
      args.map((vault) => resolve(context.cwd, vault)),
    );
    if (context.out.isJson) {
      context.out.json({ file: service.file, text: service.text, enable: service.enable });
    } else {
      context.out.say(context.out.style.bold(service.file));
      context.out.say(service.text);
    }
    if (flags['dry-run']) return;
    if (existsSync(service.file) && !flags.force) {
      throw new UsageError('It is installed already.', 'Replace it with --force.');
    }
    mkdirSync(dirname(service.file), { recursive: true });
    writeFileSync(service.file, service.text);
    await runAll(context, service.enable);
  },
});

export const daemonUninstallCommand = defineCommand({
  name: 'daemon uninstall',
  group: 'daemon',
  summary: 'Do not start the daemon at login any more.',
  flags: { 'dry-run': dryRunFlag },
  examples: [['vaultd daemon uninstall', 'stops it, too']],
  async run(context, { flags }) {
    const { file, disable } = serviceOf(context.env, []);
    if (!existsSync(file)) {
      context.out.say('It is not installed.');
      return;
    }
    if (flags['dry-run']) {
      context.out.say(`Would remove ${file}.`);
      return;
    }
    await runAll(context, disable);
    rmSync(file);
    context.out.say(`Removed ${file}.`);
  },
});

/** The file is there either way; without the service manager it is enabled by hand. */
async function runAll({ out, exitWith }: Context, lines: readonly (readonly string[])[]) {
  const { spawnSync } = await import('node:child_process');
  for (const [command = '', ...args] of lines) {
    const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status === 0) continue;
    out.note(`This did not work: ${[command, ...args].join(' ')}`);
    out.note('Run it by hand once the service manager is there.');
    exitWith(1);
    return;
  }
  out.say('Done.');
}
