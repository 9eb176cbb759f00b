import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Door } from '../contract/callers.ts';
import { fits } from '../engine/store/history/filter.ts';
import { latestSteps } from '../engine/store/journal/tail.ts';
import { toVaultId } from '../engine/store/vault/vault-id.ts';
import { describe } from '../operations/history/describe-step.ts';
import type { ListedStep } from '../operations/history/listed-step.ts';
import { configFile, type Environment, expandHome, stateDir } from './places.ts';

/** What was done to a vault, without the engine that did it: a look at the past is quick. */
export interface Past {
  /** The name that the vault has without a configuration. */
  readonly name: string;
  /** Newest first; undefined when something is asked for that only the engine can tell. */
  list(asked: Readonly<Record<string, unknown>>): readonly ListedStep[] | undefined;
}

const restrictions = ['OBSIDIAN_READ_PATHS', 'OBSIDIAN_WRITE_PATHS', 'OBSIDIAN_READ_ONLY'];

/** The past of a folder. Undefined where anything may be closed to the caller: then an engine must judge. */
export function findPast(choice: string, cwd: string, env: Environment): Past | undefined {
  const root = resolve(cwd, expandHome(choice, env));
  const isOpen = !existsSync(configFile(env)) && restrictions.every((name) => !env[name]);
  if (!isOpen || statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return undefined;
  }
  const folder = join(stateDir(env), toVaultId(realpathSync.native(root)), 'journal');
  if (!existsSync(folder) || existsSync(join(root, '.vaultdignore'))) return undefined;
  return { name: basename(root), list: (asked) => listSteps(folder, asked) };
}

function listSteps(
  folder: string,
  { limit, client, door, since, until, ...rest }: Readonly<Record<string, unknown>>,
): readonly ListedStep[] | undefined {
  if (typeof limit !== 'number' || limit > 1000 || Object.keys(rest).length > 0) return undefined;
  const filter = {
    client: client === undefined ? undefined : String(client),
    door: doors.find((each) => each === door),
    since: since === undefined ? undefined : Date.parse(String(since)),
    until: until === undefined ? undefined : Date.parse(String(until)),
  };
  const found: ListedStep[] = [];
  for (const step of latestSteps(folder)) {
    if (found.length >= limit) break;
    if (fits(step, filter)) found.push(describe(step));
  }
  return found;
}

const doors: readonly Door[] = ['ide', 'local', 'mcp', 'remote', 'web'];
