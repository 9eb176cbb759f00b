import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');

test('vaultd/wire can be used from a package of its own, with types', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wire-user-'));
  try {
    mkdirSync(join(dir, 'node_modules/@types'), { recursive: true });
    symlinkSync(root, join(dir, 'node_modules/vaultd'));
    symlinkSync(join(root, 'node_modules/@types/node'), join(dir, 'node_modules/@types/node'));
    writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['a.ts'] }));
    writeFileSync(join(dir, 'a.ts'), program);
    execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.types.json')]);
    execFileSync(process.execPath, [tsc, '-p', dir], { encoding: 'utf8' });
    writeFileSync(join(dir, 'a.mjs'), program.replace(/: string/g, ''));
    const env = { ...process.env, GREETER_RUNTIME_DIR: join(dir, 'run') };
    const said = execFileSync(process.execPath, [join(dir, 'a.mjs')], { encoding: 'utf8', env });
    expect(said).toBe('hello you\n');
  } finally {
    rmSync(dir, { recursive: true });
  }
});

const compilerOptions = {
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  target: 'ES2023',
  strict: true,
  noEmit: true,
  types: ['node'],
};

const program = `import { connect, startDaemon, WireServer } from 'vaultd/wire';
const server = new WireServer();
server.handle('Greet', (params) => 'hello ' + params);
const daemon = await startDaemon({ app: 'greeter', version: '1.0.0', server });
const client = await connect({ app: 'greeter' });
const answer: string = await client.call('Greet', 'you');
console.log(answer);
await client.close();
await daemon.stop();
`;
