import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { printed } from '../support/child.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');

test('vaultd/wire can be used from a package of its own, with types', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wire-user-'));
  try {
    mkdirSync(join(dir, 'node_modules/@types'), { recursive: true });
    symlinkSync(root, join(dir, 'node_modules/vaultd'));
    symlinkSync(join(root, 'node_modules/@types/node'), join(dir, 'node_modules/@types/node'));
    writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['a.ts'] }));
    writeFileSync(join(dir, 'a.ts'), program);
    await printed(process.execPath, [tsc, '-p', join(root, 'tsconfig.types.json')]);
    await printed(process.execPath, [tsc, '-p', dir]);
    writeFileSync(join(dir, 'a.mjs'), program.replace(/: string/g, ''));
    const env = { GREETER_RUNTIME_DIR: join(dir, 'run') };
    const said = await printed(process.execPath, [join(dir, 'a.mjs')], { env });
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
