import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { isRecord, toRecord } from '../kit/records.ts';

import { connect } from '../protocols/local/client/connect.ts';
import { probeSocket, type SocketState } from '../protocols/local/client/probe.ts';
import { runtimePaths } from '../protocols/local/client/runtime.ts';
import { readConfig } from './config.ts';
import { configFile, type Environment, stateDir } from './places.ts';

declare const VAULTD_VERSION: string;

/** One thing that was checked. */
export interface DoctorFinding {
  readonly level: 'good' | 'warning' | 'problem';
  readonly what: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** Where a client of MCP keeps its servers, and under which member. */
export interface ClientFile {
  readonly name: string;
  readonly file: string;
  readonly key: string;
  /** Throws when the text is not in the format of the client. */
  parse(text: string): unknown;
}

/** A large vault needs more watches than this; editors take many themselves. */
const watchesMin = 16_384;

/** Checks everything that vaultd depends on. Never throws. */
export async function examine(
  env: Environment,
  clients: readonly ClientFile[],
): Promise<DoctorFinding[]> {
  return [
    checkNode(),
    ...checkConfig(env),
    checkState(stateDir(env)),
    ...(await checkDaemon(env)),
    ...checkWatches(),
    ...clients.flatMap(checkClient),
  ];
}

function checkNode(): DoctorFinding {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19)
    ? good(`Node ${node}.`)
    : problem(`Node ${node} is too old.`, 'Install Node 20.19 or newer.');
}

function checkConfig(env: Environment): DoctorFinding[] {
  const file = configFile(env);
  const found = existsSync(file)
    ? `The configuration ${file} is valid.`
    : 'No configuration file; the defaults apply.';
  try {
    const { vaults } = readConfig(env);
    return [good(found), ...vaults.map(({ path }) => checkVault(path))];
  } catch (thrown) {
    const what = thrown instanceof Error ? thrown.message : String(thrown);
    return [problem(what, 'Correct the file, then run vaultd doctor again.')];
  }
}

function checkVault(path: string): DoctorFinding {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return problem(`The vault ${path} does not exist.`, 'Correct its path in the configuration.');
  }
  if (!stats.isDirectory()) return problem(`${path} is not a folder.`, 'Name a folder of notes.');
  if (!mayUse(path, constants.R_OK | constants.X_OK)) {
    return problem(
      `The vault ${path} cannot be read.`,
      'Change its permissions so that you can read it.',
    );
  }
  return mayUse(path, constants.W_OK)
    ? good(`The vault ${path} is readable and writable.`)
    : warning(`The vault ${path} is not writable.`, 'You can read it; changes will fail.');
}

function checkState(folder: string): DoctorFinding {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return good('No state folder yet; the first start creates it.');
  if (!mayUse(folder, constants.W_OK)) {
    const fix = 'Make it yours with chown and chmod.';
    return problem(`The state folder ${folder} is not writable.`, fix);
  }
  return (stats.mode & 0o077) === 0
    ? good(`The state folder ${folder} is readable only by you.`)
    : warning(`Other users can read the state folder ${folder}.`, `chmod 700 ${folder}`);
}

const findings: Readonly<Record<Exclude<SocketState, 'answering'>, DoctorFinding>> = {
  missing: good('The daemon is not running; commands work without it.'),
  refused: warning(
    'A daemon crashed and left its socket behind.',
    'vaultd daemon start removes it.',
  ),
  silent: problem('The daemon is running but does not answer.', 'vaultd daemon stop, then start.'),
  unusable: problem(
    'The socket of the daemon cannot be opened.',
    'Check who owns it, then remove it.',
  ),
};

async function checkDaemon(env: Environment): Promise<DoctorFinding[]> {
  const { dir, socket } = runtimePaths('vaultd', { env: { ...env } });
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  if (stats !== undefined && (stats.isSymbolicLink() || stats.uid !== process.geteuid?.())) {
    const fix = 'Remove it, or set VAULTD_RUNTIME_DIR to a folder of your own.';
    return [problem(`The runtime folder ${dir} is not safe to use.`, fix)];
  }
  const state = await probeSocket(socket);
  if (state !== 'answering') return [findings[state]];
  const client = await connect({ socket, reconnect: false });
  const { version, pid, journal, index, protocols } = await client.status();
  await client.close();
  const isSame = version === VAULTD_VERSION;
  return [
    isSame
      ? good(`The daemon is running (pid ${pid}).`)
      : warning(
          `The daemon is version ${version}, this is ${VAULTD_VERSION}.`,
          'Restart it: vaultd daemon stop, then start.',
        ),
    ...(Array.isArray(protocols) ? protocols.flatMap(checkProtocol) : []),
    ...Object.entries(toRecord(journal)).flatMap(checkJournal),
    ...Object.entries(toRecord(index)).flatMap(checkWatching),
  ];
}

function checkProtocol(described: unknown): DoctorFinding[] {
  const { protocol, open, lines } = toRecord(described);
  if (open !== false) return [];
  const [why = ''] = Array.isArray(lines) ? lines : [];
  const fix = `vaultd keeps trying to open it. Without it: vaultd serve --no-${protocol}.`;
  return [warning(`The ${protocol} protocol is ${why}`, fix)];
}

function checkJournal([vault, journal]: [string, unknown]): DoctorFinding[] {
  const { damaged = 0 } = toRecord(journal);
  if (damaged === 0) return [];
  const what = `${damaged} records in the history of ${vault} are damaged.`;
  return [warning(what, 'Those changes cannot be undone; the notes themselves are not affected.')];
}

function checkWatching([vault, index]: [string, unknown]): DoctorFinding[] {
  const { polled = 0, reason, isRootMissing } = toRecord(toRecord(index).watch);
  if (isRootMissing) {
    return [problem(`The folder of ${vault} is missing.`, 'Mount it again, or stop serving it.')];
  }
  if (polled === 0) return [];
  const why = reason === undefined ? '' : ` (${reason})`;
  const what = `${polled} folders of ${vault} are polled, not watched${why}.`;
  return [warning(what, 'vaultd notices changes there later.')];
}

/** Each folder of a vault takes one watch. Systems without the file have no such limit. */
function checkWatches(): DoctorFinding[] {
  const file = '/proc/sys/fs/inotify/max_user_watches';
  if (!existsSync(file)) return [];
  const max = Number(readFileSync(file, 'utf8'));
  if (max >= watchesMin) return [good(`The system allows ${max} file watches.`)];
  const what = `The system allows only ${max} file watches, so a large vault is polled.`;
  return [warning(what, 'sysctl fs.inotify.max_user_watches=524288')];
}

/** A client that is set up for vaultd has a file that can be read, and an executable that is there. */
function checkClient({ name, file, key, parse }: ClientFile): DoctorFinding[] {
  if (!existsSync(file)) return [];
  try {
    const { [key]: servers } = toRecord(parse(readFileSync(file, 'utf8')));
    const lines = Object.values(toRecord(servers)).map(toWords);
    return lines
      .filter((words) => words.some((word) => /vaultd/.test(word)))
      .map((words) => {
        const missing = words.find((word) => /^\/.*vaultd/.test(word) && !existsSync(word));
        return missing === undefined
          ? good(`${name} is set up for vaultd.`)
          : problem(`${name} starts ${missing}, which does not exist.`, `Correct ${file}.`);
      });
  } catch {
    return [problem(`The configuration of ${name} cannot be read.`, `Correct ${file}.`)];
  }
}

function toWords(server: unknown): string[] {
  const { command, args } = isRecord(server) ? server : {};
  return [command, ...(Array.isArray(args) ? args : [])].map(String);
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
