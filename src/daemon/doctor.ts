import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../protocols/local/client/client.ts';
import { probeSocket } from '../protocols/local/client/probe.ts';
import { runtimePaths } from '../protocols/local/client/runtime.ts';
import { type Config, readConfig } from './config.ts';
import { configFile, type Environment, stateDir } from './places.ts';

declare const VAULTD_VERSION: string;

/** One thing that was looked at. */
export interface DoctorFinding {
  readonly level: 'good' | 'warning' | 'problem';
  readonly what: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** Looks at everything vaultd stands on. Never throws. */
export async function examine(env: Environment): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [checkNode()];
  let config: Config | undefined;
  try {
    config = readConfig(env);
    const file = configFile(env);
    findings.push(
      good(
        existsSync(file)
          ? `The configuration ${file} is good.`
          : 'There is no configuration file; that is fine.',
      ),
    );
  } catch (thrown) {
    findings.push(problem(messageOf(thrown), 'Correct the file, then run vaultd doctor again.'));
  }
  for (const { path } of config?.vaults ?? []) findings.push(...checkVault(path));
  findings.push(checkState(stateDir(env)), ...(await checkDaemon(env)));
  if (process.platform === 'linux') findings.push(...checkWatches());
  findings.push(...checkClients(env));
  return findings;
}

function checkNode(): DoctorFinding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > 20 || (major === 20 && minor >= 19);
  return isNew
    ? good(`Node ${process.versions.node}.`)
    : problem(`Node ${process.versions.node} is too old.`, 'Install Node 20.19 or newer.');
}

function checkVault(path: string): DoctorFinding[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return [problem(`The vault ${path} is not there.`, 'Correct its path in the configuration.')];
  }
  if (!stats.isDirectory()) return [problem(`${path} is not a folder.`, 'Name a folder of notes.')];
  if (!mayUse(path, constants.R_OK | constants.X_OK)) {
    return [problem(`The vault ${path} cannot be read.`, 'Give yourself the right to read it.')];
  }
  return mayUse(path, constants.W_OK)
    ? [good(`The vault ${path} can be read and written.`)]
    : [warning(`The vault ${path} cannot be written.`, 'Fine for reading; edits will fail.')];
}

function checkState(folder: string): DoctorFinding {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return good('There is no state yet; it comes with the first start.');
  if (!mayUse(folder, constants.W_OK)) {
    return problem(
      `The state folder ${folder} cannot be written.`,
      `chown and chmod it for yourself.`,
    );
  }
  return (stats.mode & 0o077) === 0
    ? good(`The state folder ${folder} is yours alone.`)
    : warning(`Others can look into the state folder ${folder}.`, `chmod 700 ${folder}`);
}

async function checkDaemon(env: Environment): Promise<DoctorFinding[]> {
  const { dir, socket } = runtimePaths('vaultd', { env: { ...env } });
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  if (stats !== undefined && (stats.isSymbolicLink() || stats.uid !== process.geteuid?.())) {
    return [
      problem(
        `The runtime folder ${dir} is not safe to use.`,
        'Remove it, or set VAULTD_RUNTIME_DIR to a folder of your own.',
      ),
    ];
  }
  switch (await probeSocket(socket)) {
    case 'answering':
      return checkRunning(socket);
    case 'silent':
      return [
        problem('The daemon is running but does not answer.', 'vaultd daemon stop, then start.'),
      ];
    case 'refused':
      return [
        warning('A daemon has crashed and left its socket.', 'vaultd daemon start cleans it up.'),
      ];
    case 'unusable':
      return [problem(`${socket} cannot be opened.`, 'Look who owns it, and remove it.')];
    case 'missing':
      return [good('The daemon is not running; commands work without it.')];
  }
}

async function checkRunning(socket: string): Promise<DoctorFinding[]> {
  const client = await connect({ socket, reconnect: false });
  const status = await client.status();
  await client.close();
  return [checkVersion(status), ...checkJournals(status), ...checkWatching(status)];
}

function checkVersion({ version, pid }: Readonly<Record<string, unknown>>): DoctorFinding {
  return version === VAULTD_VERSION
    ? good(`The daemon is running (pid ${pid}).`)
    : warning(
        `The daemon is version ${version}, this is ${VAULTD_VERSION}.`,
        'Restart it: vaultd daemon stop, then start.',
      );
}

function checkJournals({ journal }: Readonly<Record<string, unknown>>): DoctorFinding[] {
  return entriesOf(journal).flatMap(([vault, { damaged }]) =>
    Number(damaged) > 0
      ? [
          warning(
            `${damaged} records in the history of ${vault} are damaged.`,
            'Those changes cannot be undone; the notes themselves are not affected.',
          ),
        ]
      : [],
  );
}

function checkWatching({ index }: Readonly<Record<string, unknown>>): DoctorFinding[] {
  return entriesOf(index).flatMap(([vault, { watch }]) => {
    const { polled = 0, reason, isRootMissing }: Watch = watch ?? {};
    if (isRootMissing) {
      return [problem(`The folder of ${vault} is gone.`, 'Mount it again, or stop serving it.')];
    }
    if (polled === 0) return [];
    const why = reason === undefined ? '' : ` (${reason})`;
    return [
      warning(
        `${polled} folders of ${vault} are polled, not watched${why}.`,
        'Changes there are seen later.',
      ),
    ];
  });
}

interface Watch {
  readonly polled?: number;
  readonly reason?: string;
  readonly isRootMissing?: boolean;
}

function entriesOf(value: unknown): [string, Record<string, Watch | undefined>][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Each folder of a vault takes one watch, and editors take many themselves. */
function checkWatches(): DoctorFinding[] {
  try {
    const max = Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8'));
    return max >= 16_384
      ? [good(`The system allows ${max} watches.`)]
      : [
          warning(
            `The system allows only ${max} watches; a large vault is then polled.`,
            'sysctl fs.inotify.max_user_watches=524288',
          ),
        ];
  } catch {
    return [];
  }
}

/** Clients that are set up for vaultd have a file that can be read and an executable that is there. */
function checkClients(env: Environment): DoctorFinding[] {
  const home = env.HOME ?? homedir();
  const files = {
    'Claude Desktop': [
      join(home, 'Library/Application Support/Claude/claude_desktop_config.json'),
      join(home, '.config/Claude/claude_desktop_config.json'),
    ],
    'Claude Code': [join(home, '.claude.json')],
    Cursor: [join(home, '.cursor/mcp.json')],
  };
  return Object.entries(files).flatMap(([client, places]) =>
    places.filter((file) => existsSync(file)).flatMap((file) => checkClient(client, file)),
  );
}

function checkClient(client: string, file: string): DoctorFinding[] {
  try {
    const { mcpServers }: { mcpServers?: Record<string, { command?: string; args?: string[] }> } =
      JSON.parse(readFileSync(file, 'utf8'));
    const servers = Object.values(mcpServers ?? {});
    const ours = servers.filter(({ command, args }) =>
      [command, ...(args ?? [])].some((word) => /vaultd/.test(word ?? '')),
    );
    return ours.map(({ command = '', args = [] }) => {
      const missing = [command, ...args].find(
        (word) => /^\/.*vaultd/.test(word) && !existsSync(word),
      );
      return missing === undefined
        ? good(`${client} is set up for vaultd.`)
        : problem(`${client} looks for ${missing}, which is not there.`, `Correct ${file}.`);
    });
  } catch {
    return [problem(`The configuration of ${client} is not JSON.`, `Correct ${file}.`)];
  }
}

function mayUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function good(what: string): DoctorFinding {
  return { level: 'good', what };
}

function warning(what: string, fix: string): DoctorFinding {
  return { level: 'warning', what, fix };
}

function problem(what: string, fix: string): DoctorFinding {
  return { level: 'problem', what, fix };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
