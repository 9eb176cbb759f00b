import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Child, printed } from '../support/child.ts';
import { VaultHome } from '../support/vault-daemon.ts';

let home: VaultHome;
beforeEach(async () => {
  home = new VaultHome({ 'Inbox.md': 'milk\n' });
  await home.serve();
});
afterEach(() => home.remove());

const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined;
const hasPython = hasProgram('python3');
if (!hasPython)
  process.stdout.write('no python3 here: the client from another language is left out\n');

test.runIf(hasPython)('a client in Python, written from the description alone, works', async () => {
  const script = fileURLToPath(new URL('../support/raw-client.py', import.meta.url));
  const said = await printed('python3', [script, home.socket, 'notes']);
  expect(said).toBe('all good\n');
});

/** The examples of docs/local-wire.md in one language, where its folder is the usual one. */
function examples(language: string): { blocks: string[]; env: NodeJS.ProcessEnv } {
  const page = readFileSync(new URL('../../docs/local-wire.md', import.meta.url), 'utf8');
  const fences = page.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  const blocks = [...fences].flatMap(([, kind, text = '']) => (kind === language ? [text] : []));
  symlinkSync(home.runtime, join(home.base, 'vaultd'));
  return { blocks, env: { ...home.env, XDG_RUNTIME_DIR: home.base } };
}

test.runIf(hasPython)(
  'the client in Python of docs/local-wire.md hears of a new note',
  async () => {
    const { blocks, env } = examples('python');
    const child = new Child('python3', ['-u', '-c', blocks[0] ?? ''], { env });
    let count = 0;
    await child.until(() => {
      home.write({ [`Note ${count++}.md`]: '' });
      return /^NoteCreated \{.*'path': 'Note /m.test(child.stdout);
    }, 'the event');
    await child.stop();
  },
);

test.runIf(hasProgram('socat'))(
  'the line for the shell of docs/local-wire.md is answered',
  async () => {
    const { blocks, env } = examples('sh');
    const [line = ''] = blocks.join('').match(/^echo .* socat .*$/m) ?? [];
    const said = await printed('bash', ['-c', line], { env });
    expect(JSON.parse(said)).toMatchObject({ id: 1, result: { running: true, vaults: ['notes'] } });
  },
);

test.runIf(hasProgram('go'))('the client in Go of docs/local-wire.md gets its answer', async () => {
  const { blocks, env } = examples('go');
  const imports = ['encoding/json', 'fmt', 'log', 'net', 'os'].map((name) => `"${name}"`);
  const print = 'fmt.Println(answer.ID, string(answer.Result), err)';
  const file = join(home.base, 'ping.go');
  const head = `package main\nimport (${imports.join(';')})\n`;
  writeFileSync(file, `${head}func main() {\n${blocks[0]}\n${print}\n}\n`);
  const said = await printed('go', ['run', file], { env });
  expect(said).toBe('1 {"pong":true} <nil>\n');
});

/** Copies both ways between the terminal and the socket, as socat does where it is installed. */
const copyBothWays = `
const socket = require('node:net').createConnection({ path: process.argv[1], allowHalfOpen: true });
process.stdin.pipe(socket).pipe(process.stdout);
`;

test('81 the socket is usable by hand, one line at a time', async () => {
  const [program, args] = hasProgram('socat')
    ? ['socat', ['-', `UNIX-CONNECT:${home.socket}`]]
    : [process.execPath, ['-e', copyBothWays, home.socket]];
  const child = new Child(program, args);
  const type = async (line: string, answer: RegExp) => {
    child.stdout = '';
    child.process.stdin?.write(`${line}\n`);
    await child.until(() => answer.test(child.stdout), String(answer));
  };
  await type('{"id":1,"method":"Ping"}', /^\{"id":1,"result":\{"pong":true\}\}\n$/);
  await type('hello?', /^\{"id":0,"error":\{"code":-32700,.*\}\}\n$/);
  await type('', /^$/);
  await type('{"id":2,"method":"ReadNote","params":{"path":"Inbox.md"}}', /"content":"milk\\n"/);
  await type('{"id":3,"method":"Shutdown"}', /"accepted":true.*\n.*"ShuttingDown"/s);
  child.process.stdin?.end();
  await child.exited();
});
