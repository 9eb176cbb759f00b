import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/browser.mjs';
import { findPostgres } from '../../scripts/postgres.mjs';
import { launchBrowser } from './browser-host.ts';
import { findProcesses, killProcesses, listLeft } from './left-behind.ts';
import { launchPostgres } from './postgres.ts';
import { findRunParent } from './run-folder.ts';
import { hostForRun } from './run-host.ts';
import { until } from './until.ts';

/** What the shell of a developer may say about us, our clients or its own looks. */
const ofTheShell =
  /^(VAULTD|OBSIDIAN|XDG|CLAUDE|MCP|LC)_|^(NO_COLOR|FORCE_COLOR|CI|EDITOR|VISUAL)$/;

/** Before all tests: a home and a temporary folder for this run alone, and the built files. After them: nothing is left. */
export default async function begin(project: TestProject): Promise<() => Promise<void>> {
  requireOrSay(
    findBrowser(),
    'NO BROWSER HERE: the tests of the dashboard are left out. Install Chromium, or set CHROMIUM_PATH.',
  );
  requireOrSay(
    findPostgres(),
    'NO POSTGRESQL HERE: the tests of many machines are left out. Install it, or set POSTGRES_BIN.',
  );
  const folder = mkdtempSync(join(realpathSync(findRunParent()), 'vaultd-'));
  // Some tests run a process as another user, who has to get to its own folder below.
  chmodSync(folder, 0o711);
  cleanUpOnExit(folder, project);
  isolate(folder);
  buildForTests();
  const browser = await hostForRun(launchBrowser);
  process.env.TEST_BROWSER_PORT = String(browser.port);
  const database = await hostForRun(() => launchPostgres(join(folder, 'pg')));
  process.env.TEST_POSTGRES_PORT = String(database.port);
  return async () => {
    await Promise.all([browser.close(), database.close()]);
    // The processes of a browser that has ended may still be on their way out.
    await until(() => strayProcesses(folder).length === 0, 'processes to end', {
      timeoutMs: 10_000,
    }).catch(() => undefined);
    const left = [
      ...strayProcesses(folder).map(({ pid, command }) => `process ${pid}: ${command}`),
      // A file of which every test was skipped has no hook that removes its own empty folder.
      ...listLeft(folder).filter((path) => !/^home|^f-\w+$/.test(path)),
    ];
    killProcesses(strayProcesses(folder));
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) {
      // The test runner only prints what is thrown here.
      process.exitCode = 1;
      throw new Error(`the tests left behind:\n${left.join('\n')}`);
    }
  };
}

/** Where a program is missing, the tests that need it are left out; CI leaves no test out. */
function requireOrSay(program: string | undefined, words: string): void {
  if (program !== undefined) return;
  if (process.env.CI) throw new Error(words);
  process.stdout.write(`${words}\n`);
}

/** The test runner's own processes are its own business. */
const strayProcesses = (folder: string) =>
  findProcesses(folder).filter(({ parent }) => parent !== process.pid);

/** Also when the run is interrupted, or its terminal is closed. */
function cleanUpOnExit(folder: string, project: TestProject): void {
  process.once('SIGHUP', () => process.exit(129));
  process.once('exit', () => {
    // A process that is about to be killed may have started another one.
    for (let tries = 0; tries < 10; tries++) {
      const processes = findProcesses(folder);
      killProcesses(processes);
      if (processes.length === 0) break;
    }
    // The test runner keeps transformed modules in folders that it removes at its regular end.
    const folders = [project, ...project.vitest.projects].map(({ tmpDir }) => tmpDir);
    for (const each of [folder, ...folders]) rmSync(each, { recursive: true, force: true });
  });
}

/** Workers inherit this environment. */
function isolate(folder: string): void {
  for (const name of Object.keys(process.env)) {
    if (ofTheShell.test(name)) delete process.env[name];
  }
  const home = join(folder, 'home');
  mkdirSync(home);
  Object.assign(process.env, {
    HOME: home,
    USERPROFILE: home,
    TEST_RUN_FOLDER: folder,
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
    TZ: 'UTC',
    LANG: 'C.UTF-8',
  });
}

/** Worker threads and child processes run the built files. */
function buildForTests(): void {
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
  execFileSync(process.execPath, [script, '--tests'], { stdio: 'inherit' });
}
