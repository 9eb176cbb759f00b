import { expect, test } from 'vitest';
import { toIdeSettings } from './ide.ts';
import { ideShape } from './ide-config.ts';

const env = { HOME: '/home/u' };

test('the configuration of the IDE protocol becomes its settings', () => {
  const config = ideShape.parse({
    ping_seconds: 0.5,
    max_message_mb: 1,
    lock_dirs: ['~/more', '/home/u/.claude/ide'],
    extra_hosts: ['Host.Docker.Internal:4711'],
    lock_pid: false,
    prompts: false,
  });
  expect(toIdeSettings(config, env)).toEqual({
    messageBytesMax: 2 ** 20,
    extraHosts: ['host.docker.internal:4711'],
    instructions: '',
    prompts: false,
    resources: true,
    lockPid: false,
    lockDirs: ['/home/u/.claude/ide', '/home/u/more'],
    pingMs: 500,
  });
});

test('clients are not pinged more often than ten times a second', () =>
  expect(ideShape.safeParse({ ping_seconds: 0.05 }).success).toBe(false));
