// Runs the built command line many times in one process: each command has its own words, environment,
// folder and streams, as a process has. What only a process of its own shows is in own-process.test.ts.
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import program from '../../bin/load.cjs';

const executable = fileURLToPath(new URL('../../bin/vaultd', import.meta.url));
const { runArgv } = program.load('cli');

process.on('message', async ({ words, env, cwd, stdin, isTerminal }) => {
  const [stdout, stderr] = [collect('stdout'), collect('stderr')];
  const input = Readable.from([Buffer.from(stdin)]);
  replace('stdin', Object.assign(input, { isTTY: isTerminal }));
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, executable, ...words];
  process.exitCode = undefined;
  try {
    await runArgv(process.argv);
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  }
  const exitCode = process.exitCode;
  process.exitCode = undefined;
  process.send({ exitCode, stdout: stdout.join(''), stderr: stderr.join('') });
});
process.on('disconnect', () => process.exit());

function collect(name) {
  const said = [];
  const write = (chunk, _encoding, done) => {
    said.push(String(chunk));
    done();
  };
  replace(name, new Writable({ decodeStrings: false, write }));
  return said;
}

function replace(name, value) {
  Object.defineProperty(process, name, { value, configurable: true, writable: true });
}
