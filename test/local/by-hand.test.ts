import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../support/raw-client.ts';
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

test.runIf(hasPython)('a client in Python, written from the description alone, works', () => {
  const script = fileURLToPath(new URL('../support/raw-client.py', import.meta.url));
  const said = execFileSync('python3', [script, home.socket, 'notes'], { encoding: 'utf8' });
  expect(said).toBe('all good\n');
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
  const child = spawn(program, args);
  let shown = '';
  child.stdout.on('data', (chunk) => {
    shown += chunk;
  });
  const type = async (line: string, answer: RegExp) => {
    shown = '';
    child.stdin.write(`${line}\n`);
    await until(() => answer.test(shown), String(answer));
  };
  await type('{"id":1,"method":"Ping"}', /^\{"id":1,"result":\{"pong":true\}\}\n$/);
  await type('hello?', /^\{"id":0,"error":\{"code":-32700,.*\}\}\n$/);
  await type('', /^$/);
  await type('{"id":2,"method":"ReadNote","params":{"path":"Inbox.md"}}', /"content":"milk\\n"/);
  await type('{"id":3,"method":"Shutdown"}', /"accepted":true.*\n.*"ShuttingDown"/s);
  child.stdin.end();
  await until(() => child.exitCode !== null, 'the end');
});
