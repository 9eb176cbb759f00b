import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/protocols/remote/client/index.ts';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';

async function rootBehind(socket: string, tokenFile: string): Promise<string> {
  await until(() => existsSync(tokenFile), 'the token');
  const client = await connect({ socket, token: readFileSync(tokenFile, 'utf8') });
  onTestFinished(() => client.close());
  return client.info.vaultRoot;
}

test('vaultd serve has the protocol on for the first vault, and for others as configured', async () => {
  const home = new VaultHome();
  onTestFinished(() => home.remove());
  const at = (...names: string[]) => join(home.base, ...names);
  for (const name of ['first', 'second', 'third', 'fourth']) mkdirSync(at(name));
  home.configure(`
[[vaults]]
path = "${at('first')}"
[[vaults]]
path = "${at('second')}"
remote = { socket = "${at('2.sock')}", token_file = "${at('2.token')}" }
[[vaults]]
path = "${at('third')}"
remote = true
[[vaults]]
path = "${at('fourth')}"
`);
  await home.serve({}, []);
  const dir = at('.obsidian-remote');
  expect(await rootBehind(join(dir, 'server.sock'), join(dir, 'token'))).toBe(at('first'));
  expect(await rootBehind(at('2.sock'), at('2.token'))).toBe(at('second'));
  const own = () => readdirSync(dir).filter((name) => !['server.sock', 'token'].includes(name));
  await until(() => own().length > 0, 'the folder of the third vault');
  expect(own()).toHaveLength(1);
  const [third = ''] = own();
  expect(await rootBehind(join(dir, third, 'server.sock'), join(dir, third, 'token'))).toBe(
    at('third'),
  );
});

test('beside another daemon at its socket all other protocols serve, and this one follows when it goes', async () => {
  const home = new VaultHome({ 'a.md': 'x' });
  onTestFinished(() => home.remove());
  const dir = join(home.base, '.obsidian-remote');
  const socket = join(dir, 'server.sock');
  mkdirSync(dir);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(socket, resolve));
  onTestFinished(() => void other.close());

  await home.serve();
  const local = await home.connect();
  onTestFinished(() => local.close());
  expect(await local.call('ReadNote', { path: 'a.md' })).toMatchObject({
    result: { content: 'x' },
  });
  const readLines = async () => {
    const { result } = await local.call('GetStatus');
    const protocols: { protocol: string; open: boolean; lines: string[] }[] =
      Object(result).protocols;
    return new Map(protocols.map((each) => [each.protocol, each]));
  };
  const protocols = await readLines();
  for (const name of ['ide', 'mcp', 'web'])
    expect(protocols.get(name)).toMatchObject({ open: true });
  expect(protocols.get('remote')).toMatchObject({
    open: false,
    lines: [expect.stringMatching(/^closed: .*another daemon answers there.*Trying again\.$/)],
  });
  const { stdout } = await home.run(['doctor']);
  expect(stdout).toContain('The remote protocol is closed');

  await new Promise((resolve) => other.close(resolve));
  expect(await rootBehind(socket, join(dir, 'token'))).toBe(home.vault);
  expect((await readLines()).get('remote')).toMatchObject({ open: true });
});

test('a protocol that is not wanted stays closed', async () => {
  const home = new VaultHome({ 'a.md': 'x' });
  onTestFinished(() => home.remove());
  home.configure('[rest]\nenabled = true\nhttp_port = 0\nhttps_port = 0\n');
  const without = ['--no-remote', '--no-web', '--no-ide', '--no-mcp', '--no-rest'];
  await home.serve({}, [...without, home.vault]);
  const local = await home.connect();
  onTestFinished(() => local.close());
  const { result } = await local.call('GetStatus');
  const names = Object(result).protocols.map(({ protocol }: { protocol: string }) => protocol);
  expect(names.sort()).toEqual(['local']);
  expect(existsSync(join(home.base, '.obsidian-remote'))).toBe(false);
});
