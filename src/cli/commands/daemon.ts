import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isFolder } from '../../daemon/places.ts';
import { openInBrowser } from '../../kit/open-in-browser.ts';
import { StartError } from '../../protocols/local/client/errors.ts';
import { type Declaration, handCommand } from '../command.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { connectDaemon, withDaemon } from '../daemon-client.ts';
import {
  findDaemon,
  logFileOf,
  readDaemonPid,
  startDetached,
  stopDaemon,
} from '../daemon-control.ts';
import { dryRunFlag, switchFlag } from '../flags.ts';
import { serviceOf } from '../service.ts';
import { showStatus } from '../show-status.ts';
import { listServed, toRealPath } from '../vault-access.ts';

const vaultArgument = {
  name: 'VAULT',
  summary: 'Folders of notes.',
  isOptional: true,
  isMany: true,
  kind: 'directory',
} as const;

/** Protocols that the daemon can do without. Commands need the local one. */
const optionalProtocols = ['remote', 'mcp', 'ide', 'rest', 'web'] as const;

/** `--no-remote` and so on, and `--rest` for the one that opens only when it is asked for. */
const protocolFlags = {
  ...Object.fromEntries(
    optionalProtocols.map((name) => [
      `no-${name}`,
      switchFlag(`Do not open the ${name} protocol.`),
    ]),
  ),
  rest: switchFlag('Open the rest protocol, for clients of the Local REST API plugin.'),
};

const choiceOf = (flags: Readonly<Record<string, unknown>>) => ({
  without: optionalProtocols.filter((name) => flags[`no-${name}`] === true),
  rest: flags.rest === true,
});

export const daemonCommands: readonly Declaration[] = [
  handCommand({
    name: 'serve',
    brief: 'start the server',
    summary: 'Serve vaults through every protocol until Ctrl+C.',
    about:
      'Serves the folders that you name, or those of the configuration, or else an example vault.',
    byHand: 'It is the daemon.',
    args: [vaultArgument],
    flags: protocolFlags,
    examples: [
      ['vaultd serve', 'try the example vault'],
      ['vaultd serve ~/Notes', 'serve a folder of your own'],
      ['vaultd serve --no-web ~/Notes', 'without the dashboard'],
    ],
    async run({ common, env, cwd }, { args, flags }) {
      const vaults = common.vault === undefined ? args : [common.vault, ...args];
      await requireNoDaemon(env, cwd, vaults);
      const { serve } = await import('../../daemon/serve.ts');
      await serve(vaults, choiceOf(flags));
    },
  }),
  handCommand({
    name: 'open',
    brief: 'open the dashboard',
    summary: 'Open the dashboard in your browser.',
    about:
      'Gets a link from the running daemon that works once, within ten minutes. The browser then stays logged in.',
    byHand: 'The link is of the daemon, not of a vault.',
    flags: {
      print: switchFlag('Only print the link.'),
      remote: switchFlag('Only print a link for another machine; see web.remote.'),
    },
    examples: [
      ['vaultd open', 'see what your agents do'],
      ['vaultd open --print', 'a link to open elsewhere on this machine'],
      ['vaultd open --remote', 'a link for a phone or another computer'],
    ],
    async run({ env, out }, { flags: { print, remote } }) {
      const { url } = await withDaemon(env, (daemon) =>
        daemon.call<{ url: string }>('OpenDashboard', remote ? { remote: true } : {}),
      );
      if (out.isJson) return out.json({ url });
      out.line(url);
      if (!print && !remote && !(await openInBrowser(url, env)))
        out.say('Open this link in a browser.');
    },
  }),
  handCommand({
    name: 'status',
    brief: 'vaults, protocols, clients',
    summary: 'Show vaults, protocols, clients and history of the daemon.',
    about: 'Exits with 0 if the daemon is running, 3 if not, and 4 if it does not respond.',
    byHand: 'About the daemon, also when it does not run.',
    examples: [['vaultd status', 'what the daemon serves, and whether all is well']],
    run: printStatus,
  }),
  handCommand({
    name: 'daemon run',
    summary: 'Run the daemon in the foreground, for service managers.',
    about:
      'Logs to the error stream. Exits with 3 if one is already running, 4 if that one does not respond, and 5 if the runtime folder is not safe.',
    byHand: 'It is the daemon.',
    args: [vaultArgument],
    flags: protocolFlags,
    examples: [['vaultd daemon run ~/Notes', 'for a service unit']],
    async run(_context, { args, flags }) {
      const { runDaemon } = await import('../../daemon/serve.ts');
      await runDaemon(args, choiceOf(flags));
    },
  }),
  handCommand({
    name: 'daemon start',
    summary: 'Start the daemon in the background.',
    about: 'Returns when the daemon is ready. Does nothing if one is already running.',
    byHand: 'Starts a process.',
    args: [vaultArgument],
    flags: protocolFlags,
    examples: [
      ['vaultd daemon start', 'serve what the configuration names'],
      ['vaultd daemon start ~/Notes ~/Work', 'serve two folders'],
    ],
    async run({ out, env, cwd, exitWith }, { args, flags }) {
      const found = await findDaemon(env);
      if (found.state === 'running') {
        const served = await withDaemon(env, listServed);
        if (args.length > 0) out.note(howToAdd(served, cwd, args));
        out.outcome({ started: false, pid: found.pid }, `Already running (pid ${found.pid}).`);
        return;
      }
      const pid = await startDetached(env, args, choiceOf(flags));
      if (pid !== undefined) return out.outcome({ started: true, pid }, `Started (pid ${pid}).`);
      out.note('The daemon did not start. The end of its log:');
      out.note(readLastLines(logFileOf(env)));
      exitWith(1);
    },
  }),
  handCommand({
    name: 'daemon stop',
    summary: 'Stop the daemon and wait until it has stopped.',
    about: 'Running requests finish first.',
    byHand: 'Ends a process, by signal when it does not answer.',
    examples: [['vaultd daemon stop', 'does nothing if none is running']],
    async run({ out, env, exitWith }) {
      const found = await findDaemon(env);
      if (found.state === 'absent') {
        return out.outcome({ stopped: false }, 'The daemon is not running.');
      }
      const { pid } = found;
      const stopped = await stopDaemon(env, pid);
      out.outcome({ stopped, pid }, stopped ? 'Stopped.' : `The daemon (pid ${pid}) does not end.`);
      if (!stopped) exitWith(1);
    },
  }),
  handCommand({
    name: 'daemon status',
    summary: 'Show whether the daemon is running, and what it serves.',
    about: 'Exits with 0 if it is running, 3 if not, and 4 if it does not respond.',
    byHand: 'About the daemon, also when it does not run.',
    examples: [
      ['vaultd daemon status', 'for people'],
      ['vaultd daemon status --json', 'for programs'],
    ],
    run: printStatus,
  }),
  handCommand({
    name: 'daemon reload',
    summary: 'Make the daemon read its configuration again.',
    byHand: 'Reloading is of the daemon, not of a vault.',
    examples: [['vaultd daemon reload', 'after editing config.toml']],
    async run({ out, env }) {
      const report = await withDaemon(env, (client) =>
        client.call<{ changed: string[]; restart_needed: string[] }>('Reload'),
      );
      const { changed, restart_needed: later } = report;
      const what =
        changed.length === 0 ? 'Nothing has changed.' : `Changed: ${changed.join(', ')}.`;
      out.outcome(report, what);
      if (later.length > 0) out.say(`Needs a restart: ${later.join(', ')}.`);
    },
  }),
  handCommand({
    name: 'daemon install',
    summary: 'Start the daemon whenever you log in.',
    about:
      'Writes a systemd user unit on Linux, a launchd agent on macOS, shows it, and enables it.',
    byHand: 'Works with the service manager of the system.',
    args: [vaultArgument],
    flags: {
      'dry-run': dryRunFlag,
      force: switchFlag('Replace an installed service.'),
    },
    examples: [
      ['vaultd daemon install --dry-run ~/Notes', 'see it first'],
      ['vaultd daemon install ~/Notes', 'do it'],
    ],
    async run(context, { args, flags }) {
      const vaults = args.map((vault) => resolve(context.cwd, vault));
      const missing = vaults.find((vault) => !isFolder(vault));
      if (missing !== undefined) {
        throw new CommandError(`There is no folder ${missing}, so nothing was installed.`);
      }
      const { file, text, enable } = serviceOf(context.env, vaults);
      if (existsSync(file) && !flags.force && !flags['dry-run']) {
        throw new CommandError('The service is already installed.', 'Replace it with --force.');
      }
      context.out.outcome({ file, text, enable }, `${context.out.style.bold(file)}\n${text}`);
      if (flags['dry-run']) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      runAll(context, enable);
    },
  }),
  handCommand({
    name: 'daemon uninstall',
    summary: 'Stop starting the daemon at login.',
    byHand: 'Works with the service manager of the system.',
    flags: { 'dry-run': dryRunFlag },
    examples: [['vaultd daemon uninstall', 'also stops it']],
    async run(context, { flags }) {
      const { file, disable } = serviceOf(context.env, []);
      if (!existsSync(file)) return context.out.say('It is not installed.');
      if (flags['dry-run']) return context.out.say(`Would remove ${file}.`);
      runAll(context, disable);
      rmSync(file);
      context.out.say(`Removed ${file}.`);
    },
  }),
];

/** One daemon serves all vaults of a user, so a second one is not started: the error says how to add. */
async function requireNoDaemon(
  env: NodeJS.ProcessEnv,
  cwd: string,
  vaults: readonly string[],
): Promise<void> {
  const daemon = await connectDaemon(env);
  if (daemon === undefined) return;
  const served = await listServed(daemon);
  await daemon.close();
  const names = served.map(({ name }) => name).join(', ');
  const hint = howToAdd(served, cwd, vaults);
  const pid = `(pid ${readDaemonPid(env)})`;
  throw new StartError(3, `Already running ${pid}. It serves ${names}.`, hint);
}

function howToAdd(
  served: Awaited<ReturnType<typeof listServed>>,
  cwd: string,
  vaults: readonly string[],
): string {
  const paths = new Set(served.map(({ path }) => toRealPath(path)));
  const missing = vaults.filter((vault) => !paths.has(toRealPath(resolve(cwd, vault))));
  if (missing.length === 0) return 'See vaultd status.';
  return `To serve this folder as well: ${missing.map((vault) => `vaultd vault add ${vault}`).join('; ')}`;
}

async function printStatus({ out, env, exitWith }: Context): Promise<void> {
  const found = await findDaemon(env);
  if (found.state === 'absent') {
    out.result({ running: false }, () => out.line('The daemon is not running.'));
    return exitWith(3);
  }
  if (found.state === 'silent') {
    const { pid } = found;
    const text = `The daemon is running but not responding (pid ${pid}).`;
    out.result({ running: true, responding: false, pid }, () => out.line(text));
    return exitWith(4);
  }
  await withDaemon(env, async (client) => {
    const status = await client.status();
    if (out.isJson) out.json(status);
    else await showStatus(out, client, status);
  });
}

/** The file is there either way; without the service manager it is enabled by hand. */
function runAll({ out, exitWith }: Context, lines: readonly (readonly string[])[]): void {
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

/** How much of the log is shown when the daemon does not start. */
const logLinesShown = 5;

function readLastLines(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-logLinesShown).join('\n');
  } catch {
    return '(empty)';
  }
}
