import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../src/cli/all-commands.ts';
import { findCommand, parseArguments, splitGlobals } from '../src/cli/arguments.ts';
import { configShape } from '../src/daemon/config.ts';
import { CommandHost } from './cli/both-ways.ts';
import { VaultHome } from './support/vault-daemon.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

/** The fenced blocks of a page in one language. */
function blocksOf(text: string, language: string): string[] {
  const fences = text.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms);
  return [...fences].flatMap(([, kind, block = '']) => (kind === language ? [block] : []));
}

/** The calls of vaultd in a block, without comments, and with whether something is piped into them. */
function callsOf(block: string): { line: string; isFed: boolean }[] {
  const lines = block.replaceAll('\\\n', ' ').split('\n');
  return lines.flatMap((line) => {
    const code = line.replace(/^\$ /, '').replace(/(^|\s)# .*$/, '');
    const [, before = '', call] =
      /^(.*?(?:[|(] ?|^|\s))(vaultd .*?)(?: [|>] .*|\).*)?$/.exec(code) ?? [];
    if (call === undefined || /^(npm|ssh|claude|docker) /.test(code)) return [];
    return [{ line: call.trim(), isFed: before.includes('|') }];
  });
}

/** As a shell does: quotes hold words together. */
function toWords(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_whole, two, one) => two ?? one),
  );
}

/** Calls that are only read here: they run until they are stopped, start another program, or need one. */
const readOnly =
  /^(serve|daemon (run|start|stop|reload|install|uninstall)|remote|mcp|events|edit|open|mention|ide diff|redo|rest import)\b|--watch|--open|log -f|^log --git/;

const notes = {
  '.obsidian/app.json': '{}',
  'Home.md': '# Home\n[[Garden plan]]\n',
  'Inbox.md': '# Shopping\n- milk\n# Log\n## Today\n',
  'Inbox/Idea.md': 'soil for the garden\n',
  'Log.md': '12 EUR\n',
  'Log/Colours.md': 'colour\n',
  'Old plan.md': 'old\n',
  'Projects/Garden plan.md':
    '---\nstatus: open\ntags: [project/garden, draft]\ndue: 2020-01-01\n---\nwhen to plant beans\n"soil test" in the garden soil\n- [ ] call\n',
  'Projects/Old/One.md': '1\n',
  'Books/Reading.base': 'views:\n  - type: table\n    name: Finished\n',
  'Books/Tide.md': '---\nrating: 4\ntags: book\n---\n#work prune the apple trees\n- [ ] call\n',
};

const home = new VaultHome(notes);
const env = { ...home.env, VAULTD_CONFIG: home.config };
let host: CommandHost;
beforeAll(async () => {
  // The folders that the pages speak of.
  for (const name of ['Notes', 'Work/Wiki']) mkdirSync(join(home.base, name), { recursive: true });
  host = new CommandHost();
  await home.serve();
});
afterAll(async () => {
  await host.stop('SIGKILL');
  await home.remove();
});

/** The vault as it was, and one change by a client of the name that the pages use. */
async function begin(): Promise<string> {
  for (const name of readdirSync(home.vault))
    rmSync(join(home.vault, name), { recursive: true, force: true });
  home.write(notes);
  const claude = await home.connect();
  await claude.call('Identify', { name: 'claude' });
  const { result } = await claude.call('AppendNote', { path: 'Inbox.md', content: '- bread\n' });
  claude.close();
  return String((result as { step?: string }).step);
}

const examples = pages.flatMap(({ name, text }) =>
  [...blocksOf(text, 'sh'), ...(name === 'docs/tour.md' ? [] : blocksOf(text, 'console'))]
    .flatMap(callsOf)
    .map(({ line, isFed }) => ({ page: name, line, isFed })),
);
const isRun = ({ line }: { line: string }) => !readOnly.test(line.replace(/^vaultd /, ''));

/** What a page shows, as it can run here. */
function toRunnable(line: string, step: string): string[] {
  const words = toWords(line.replace(/^vaultd /, ''));
  return words.map((word) =>
    word
      .replace(/^(--\w+=)?(~|\$HOME)(?=\/)/, (_whole, option = '') => `${option}${home.base}`)
      .replace(/^01[0-9a-z]{14}$/, step),
  );
}

test('every command in the documentation can be called like that', () => {
  const wrong = examples.flatMap(({ page, line }) => {
    try {
      const { globals, words } = splitGlobals(toWords(line.replace(/^vaultd /, '')));
      const command = findCommand(commands, words);
      if (command === undefined) return words[0]?.startsWith('-') ? [] : [`${page}: ${line}`];
      const rest = words.slice(command.name.split(' ').length);
      if (!command.isRaw) parseArguments(command, [...globals, ...rest]);
      return [];
    } catch (thrown) {
      return [`${page}: ${line}: ${thrown}`];
    }
  });
  expect(wrong).toEqual([]);
  expect(examples.length).toBeGreaterThan(150);
});

test('every command in the documentation that can run here succeeds', async () => {
  const wrong: string[] = [];
  for (const { page, line, isFed } of examples.filter(isRun)) {
    const step = await begin();
    const words = toRunnable(line, step);
    const stdin = isFed ? 'from a pipe\n' : '';
    const { exitCode, stderr } = await host.run(words, { cwd: home.vault, env, stdin });
    if (exitCode !== 0) wrong.push(`${page}: ${line}: ${stderr.trim()}`);
  }
  expect(wrong).toEqual([]);
});

test('every configuration in the documentation is valid', () => {
  const blocks = pages.flatMap(({ text }) => blocksOf(text, 'toml'));
  expect(blocks.length).toBeGreaterThan(4);
  for (const block of blocks) configShape.parse(parse(block));
});

test('every JSON block in the documentation is JSON', () => {
  for (const block of pages.flatMap(({ text }) => blocksOf(text, 'json'))) {
    expect(() => JSON.parse(block), block).not.toThrow();
  }
});
