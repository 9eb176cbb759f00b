import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { VaultHome } from '../support/vault-daemon.ts';
import { notes } from './both-ways.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const golden = readFileSync(new URL('errors.golden.txt', import.meta.url), 'utf8');

/** Runs the commands of the golden file one after the other. */
class Session {
  readonly home = new VaultHome(notes);
  #cwd = this.home.vault;

  constructor() {
    mkdirSync(join(this.home.base, 'empty'));
  }

  async run(line: string): Promise<string> {
    const words = this.#toWords(line);
    const vars = words.slice(
      0,
      words.findIndex((word) => !/^[A-Z_]+=/.test(word)),
    );
    const [command = '', ...args] = words.slice(vars.length);
    if (command === 'cd') this.#cwd = resolve(this.#cwd, args[0] ?? '');
    else if (line.endsWith('&')) await this.home.serve({}, args.slice(1, -1));
    else if (command !== 'vaultd') {
      execFileSync('sh', ['-c', line], { cwd: this.#cwd, env: this.home.env });
    } else {
      const set = Object.fromEntries(vars.map((word) => word.split('=')));
      const ran = await this.home.run(args, { cwd: this.#cwd, env: set });
      return this.#plain(`${ran.stdout}${ran.stderr}[${ran.exitCode}]\n`);
    }
    return '';
  }

  end(): Promise<void> {
    return this.home.remove();
  }

  #toWords(line: string): string[] {
    return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      ([, one, two, bare]) => one ?? two ?? (bare ?? '').replace(/^~/, this.home.base),
    );
  }

  /** Without what differs on every machine. */
  #plain(text: string): string {
    return text
      .replaceAll(this.home.base, '~')
      .replaceAll(homedir(), '~')
      .replaceAll(root, '/vaultd/')
      .replace(/\b01[0-9a-z]{14}\b/g, 'STEP')
      .replace(/pid \d+/g, 'pid 1')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, 'TIME')
      .replace(/[\d.]+ ms/g, '1 ms');
  }
}

test('every command of the golden file answers as written there', async () => {
  const session = new Session();
  const lines: string[] = [];
  try {
    for (const line of golden.split('\n')) {
      if (line.startsWith('# ')) lines.push(`${lines.length === 0 ? '' : '\n'}${line}`);
      if (line.startsWith('$ '))
        lines.push(`\n${line}\n${await session.run(line.slice(2))}`.trimEnd());
    }
  } finally {
    await session.end();
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('errors.golden.txt');
});

/** What needs a machine without git, a terminal, a database, another system, or a second session of an assistant. */
const elsewhere = [
  'TEXT is missing.',
  'Found no supported service manager',
  'git could not',
  'Several changes wait for a decision.',
  'The IDE protocol is not open',
  'cannot be read.',
  'This folder already has notes.',
];

test('the golden file has every error of the command line', () => {
  const folders = ['src/cli', 'src/cli/commands'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const daemon = ['config', 'environment', 'vault-list'].map((name) =>
    readFileSync(join(root, `src/daemon/${name}.ts`), 'utf8'),
  );
  const thrown =
    /new (?:Command|Usage|Vault|Start)Error\(\s*(?:'[a-z-]+',\s*|\d,\s*)?(['`])(.*?)\1/gs;
  const messages = [...files, ...daemon].flatMap((source) =>
    [...source.matchAll(thrown)].map(([, , message = '']) => message),
  );
  expect(messages.length).toBeGreaterThan(35);
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isShown = (message: string) =>
    new RegExp(
      message
        .split(/\$\{.*?\}(?=[^}]|$)/)
        .map(literal)
        .join('.*'),
    ).test(golden);
  const missing = messages.filter((message) => !isShown(message));
  expect(missing.filter((message) => !elsewhere.some((part) => message.includes(part)))).toEqual(
    [],
  );
});
