import { expect, test } from 'vitest';
import { serviceOf } from './service.ts';

const env = { HOME: '/home/me' };
const vaults = ['/home/me/My notes & 100% "ideas"'];

test('on Linux, a unit of the user starts the daemon, and survives odd names', () => {
  const { file, text, enable, disable } = serviceOf(env, vaults, 'linux');
  expect(file).toBe('/home/me/.config/systemd/user/vaultd.service');
  expect(text).toContain(' daemon run "/home/me/My notes & 100%% \\"ideas\\""\n');
  // What no new start can mend: another daemon, one that hangs, an unsafe folder.
  expect(text).toContain('RestartPreventExitStatus=3 4 5\n');
  expect(enable.at(-1)).toEqual(['systemctl', '--user', 'enable', '--now', 'vaultd.service']);
  expect(disable).toEqual([['systemctl', '--user', 'disable', '--now', 'vaultd.service']]);
});

test('XDG_CONFIG_HOME moves the unit', () =>
  expect(serviceOf({ ...env, XDG_CONFIG_HOME: '/c' }, [], 'linux').file).toBe(
    '/c/systemd/user/vaultd.service',
  ));

test('on macOS, an agent starts the daemon, and survives odd names', () => {
  const { file, text, enable, disable } = serviceOf(env, vaults, 'darwin');
  expect(file).toBe('/home/me/Library/LaunchAgents/io.vaultd.daemon.plist');
  expect(text).toContain(
    '<string>run</string>\n    <string>/home/me/My notes &amp; 100% "ideas"</string>',
  );
  expect(enable[0]?.slice(0, 2)).toEqual(['launchctl', 'bootstrap']);
  expect(disable[0]?.slice(0, 2)).toEqual(['launchctl', 'bootout']);
});

test('elsewhere, the error says what to do', () =>
  expect(() => serviceOf(env, [], 'win32')).toThrow('Found no supported service manager'));
