import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fixture } from '../support/remote.ts';
import { RemoteHome } from '../support/remote-process.ts';

test('S11 a wrong command line exits with 2 and says why', async () => {
  const home = new RemoteHome(fixture);
  const cases: readonly (readonly [readonly string[], string])[] = [
    [[], '--vault-root is required'],
    [['--vault-root='], '--vault-root is required'],
    [['--vault-root=nowhere'], 'not a folder'],
    [['--vault-root=v/note.md'], 'not a folder'],
    [['--vault-root=v', '--nonsense'], 'unknown flag'],
    [['--vault-root'], 'needs an argument'],
    [['-vault-root=v', '-verbose=maybe'], 'invalid value'],
  ];
  const daemons = cases.map(([flags, why]) => ({ flags, why, daemon: home.spawn(flags) }));
  for (const { flags, why, daemon } of daemons) {
    expect([flags, await daemon.exited()]).toEqual([flags, 2]);
    expect(daemon.stderr).toContain(why);
    expect(daemon.stdout).toBe('');
  }
});

test('S12 --version prints the version and nothing else', async () => {
  const daemon = new RemoteHome({}).spawn(['--nonsense-comes-later', '--version'].slice(1));
  expect(await daemon.exited()).toBe(0);
  expect(daemon.stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  expect(daemon.stderr).toBe('');
});

test('S13 and A11 the root is made absolute and clean, and links in it are kept', async () => {
  const home = new RemoteHome({ 'docs/sub/x.md': '' });
  symlinkSync('v', join(home.home, 'link'));
  const cases: readonly (readonly [string, string])[] = [
    ['./link/docs/./sub/..', 'link/docs'],
    [`${join(home.home, 'link')}/`, 'link'],
  ];
  for (const [given, expected] of cases) {
    const daemon = await home.start(['-vault-root', given, '--verbose=true']);
    const info = await (await home.ways().raw()).ask('server.info');
    expect(info).toMatchObject({ vaultRoot: join(home.home, expected) });
    daemon.kill('SIGINT');
    expect(await daemon.exited()).toBe(0);
  }
});

test.each(['obsidian-remote-server', 'server'])(
  'under the name %s it takes the command line of the plugin’s daemon',
  async (name) => {
    const home = new RemoteHome(fixture);
    const executable = join(home.home, name);
    symlinkSync(fileURLToPath(new URL('../../bin/vaultd', import.meta.url)), executable);
    const flags = [`--socket=${home.home}/s`, `--token-file=${home.tokenFile}`, '--verbose'];
    await home.start([...flags, `--vault-root=${home.vault}`, 'ignored', '--also'], { executable });
    expect(existsSync(join(home.home, 's'))).toBe(true);
  },
);

test('a socket with a short name finds its place among other short names', async () => {
  const home = new RemoteHome(fixture);
  for (const name of '0123456789abcdef') writeFileSync(join(home.home, name), '');
  await home.start(['--vault-root=v', `--socket=${home.home}/s`]);
  expect(statSync(join(home.home, 's')).mode & 0o777).toBe(0o600);
});

test('a socket path that is too long is refused', async () => {
  const home = new RemoteHome(fixture);
  const daemon = home.spawn(['--vault-root=v', `--socket=${home.home}/${'x'.repeat(100)}`]);
  expect(await daemon.exited()).toBe(1);
  expect(daemon.stderr).toContain('longer than');
});
