import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
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
