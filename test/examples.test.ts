import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../src/cli/all-commands.ts';
import { findCommand, parseArguments, splitGlobals } from '../src/cli/arguments.ts';
import { configShape } from '../src/daemon/config-shape.ts';
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

/** As a shell does: quotes hold words together. */
function toWords(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_whole, two, one) => two ?? one),
  );
}

interface Example {
  readonly page: string;
  /** Without `vaultd`, and without what follows in a pipe. */
  readonly words: readonly string[];
  /** Whether something is piped into it. */
  readonly isFed: boolean;
}

/** The calls of vaultd in a block. */
function examplesOf(page: string, block: string): Example[] {
  const lines = block.replaceAll('\\\n', ' ').split('\n');
  return lines.flatMap((line) => {
    const code = line.replace(/^\$ /, '').replace(/(^|\s)# .*$/, '');
    const [, inner] = /[<$]\((vaultd [^)]*)\)/.exec(code) ?? [];
    const [, before = '', call] = /^(.* \| |[A-Z]+=".*" )?(vaultd .*)$/.exec(inner ?? code) ?? [];
    if (call === undefined) return [];
    const [, ...words] = toWords(call);
    const end = words.findIndex((word) => word === '|' || word === '>');
    return [{ page, words: end === -1 ? words : words.slice(0, end), isFed: before.includes('|') }];
  });
}

/** Calls that are only read here: they run until they are stopped, start another program, or need one. */
const readOnly =
  /^(serve|daemon (run|start|stop|reload|install|uninstall)|remote|mcp|events|edit|open|mention|ide diff|ide env --vault|redo|rest import|bulk --edits|approvals \w+|approve|reject|ledger (init|join|leave)|plugin install)\b|--http|--watch|--open|log -f|^log --git/;

const notes = {
  '.obsidian/app.json': '{}',
  'Home.md': '# Home\n[[Garden plan]]\n',
  'Inbox.md': '# Shopping\n- milk\n# Log\n## Today\n',
  'Inbox/Idea.md': 'soil for the garden\n',
  'Log.md': '12 EUR\n',
  // Twelve notes, as a page expects.
  ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Log/${i}.md`, 'colour\n'])),
  [`${new Date().toISOString().slice(0, 10)}.md`]: 'today\n',
  'Old plan.md': 'old\n',
  'Projects/Garden plan.md':
    '---\nstatus: open\ntags: [project/garden, draft]\ndue: 2020-01-01\n---\nwhen to plant beans\n"soil test" in the garden soil\n- [ ] call\n',
  'Projects/Old/One.md': '1\n',
  'Books/Reading.base': 'views:\n  - type: table\n    name: Finished\n',
  'Books/Tide.md': '---\nrating: 4\ntags: book\n---\n#work prune the apple trees\n- [ ] call\n',
};

const home = new VaultHome(notes);
beforeAll(async () => {
  // The folders that the pages speak of.
  for (const name of ['Notes', 'Work/Wiki']) mkdirSync(join(home.base, name), { recursive: true });
  await home.serve();
});
afterAll(() => home.remove());

/** What a command may have changed. */
const stateOf = () => JSON.stringify([home.tree(), readFileSync(home.config, 'utf8')]);

/** The vault as it was, and one change by a client of the name that the pages use. */
async function begin(): Promise<string> {
  for (const name of readdirSync(home.vault))
    rmSync(join(home.vault, name), { recursive: true, force: true });
  home.write(notes);
  home.configure(`[[vaults]]\npath = "${home.base}/Work/Wiki"\nname = "work"\n`);
  const claude = await home.connect();
  await claude.call('Identify', { name: 'claude' });
  const { result, error } = await claude.call('AppendNote', {
    vault: 'notes',
    path: 'Inbox.md',
    content: '- bread\n',
  });
  claude.close();
  expect(error).toBeUndefined();
  return String(Object(result).step);
}

const examples = pages.flatMap(({ name, text }) => {
  // The other blocks of this page show how a command is called.
  const shown = blocksOf(text, 'sh').filter(
    (block) => name !== 'docs/cli.md' || block.startsWith('# '),
  );
  const typed = blocksOf(text, 'console').map((block) =>
    (block.match(/^\$ .*$/gm) ?? []).join('\n'),
  );
  return [...shown, ...typed].flatMap((block) => examplesOf(name, block));
});

test('every command in the documentation can be called like that', () => {
  const wrong = examples.flatMap(({ page, words: given }) => {
    try {
      const { globals, words } = splitGlobals(given);
      const command = findCommand(commands, words);
      if (command === undefined) throw new Error('no such command');
      const rest = words.slice(command.name.split(' ').length);
      if (!command.isRaw) parseArguments(command, [...globals, ...rest]);
      return [];
    } catch (thrown) {
      return [`${page}: vaultd ${given.join(' ')}: ${thrown}`];
    }
  });
  expect(wrong).toEqual([]);
  expect(examples.length).toBeGreaterThan(150);
});

test('every command in the documentation that can run here succeeds', async () => {
  const wrong: string[] = [];
  // A second vault of the daemon comes last: requests that are written by hand name none.
  const order = (example: Example) => Number(example.words.join(' ').startsWith('vault add'));
  const runnable = examples
    .filter(({ page, words }) => page !== 'docs/tour.md' && !readOnly.test(words.join(' ')))
    // Some are on several pages.
    .filter(({ words }, i, all) => i === all.findIndex((each) => `${each.words}` === `${words}`))
    .sort((one, two) => order(one) - order(two));
  let [step, before] = ['', ''];
  for (const example of runnable) {
    if (before === '' || stateOf() !== before) {
      step = await begin();
      before = stateOf();
    }
    const words = example.words.map((word) =>
      word
        .replace(/^(--\w+=)?(?:~|\$HOME)(?=\/)/, `$1${home.base}`)
        .replace(/^01[0-9a-z]{14}$/, step),
    );
    const stdin = example.isFed ? 'from a pipe\n' : '';
    const { exitCode, stderr } = await home.run(words, { cwd: home.vault, stdin });
    if (exitCode !== 0) wrong.push(`${example.page}: vaultd ${words.join(' ')}: ${stderr.trim()}`);
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
