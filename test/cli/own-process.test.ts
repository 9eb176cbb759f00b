import { expect } from 'vitest';
import { testBothWays } from './both-ways.ts';

testBothWays({
  'a process of its own says the same, reads its input, and ends by itself': async ({
    file,
    spawn,
  }) => {
    expect(await spawn({}, 'read', 'Garden')).toEqual({
      exitCode: 0,
      stdout: '# Garden\nsoil\n',
      stderr: '',
    });
    const missing = await spawn({}, 'read', 'Gardn', '--json');
    expect([missing.exitCode, missing.stdout]).toEqual([1, '']);
    expect(JSON.parse(missing.stderr).error.message).toBe('No note is called "Gardn".');
    const written = await spawn({ stdin: 'from a pipe\n' }, 'write', 'Inbox');
    expect(written).toMatchObject({ exitCode: 0, stderr: '' });
    expect(file('Inbox.md')).toBe('from a pipe\n');
    const env = { EDITOR: 'printf "end\n" >>' };
    const edited = await spawn({ env }, 'search', 'pipe', '--open');
    expect(edited).toMatchObject({ exitCode: 0, stderr: '' });
    expect(file('Inbox.md')).toBe('from a pipe\nend\n');
    expect(await spawn({}, 'query', 'LIST FROM "Projects"', '-f', 'paths')).toEqual({
      exitCode: 0,
      stdout: 'Projects/Garden.md\n',
      stderr: '',
    });
    const undone = await spawn({}, 'undo', '--last', '2');
    expect([undone.exitCode, file('Inbox.md')]).toEqual([0, 'milk\n']);
    expect((await spawn({}, '__complete', '--', 'read', 'proj')).stdout).toBe('Projects/Garden\n');
  },
});

// A daemon that serves one vault: requests are sent as they are, and name none.
testBothWays({
  'call sends one request': async ({ run }) => {
    const { stdout } = await run('call', 'ReadNote', '{"path":"Inbox.md"}');
    expect(JSON.parse(stdout)).toMatchObject({ content: 'milk\n' });
    const unknown = await run('call', 'Nope');
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('vaultd: method not found: Nope\n'),
    ]);
    expect((await run('call', 'ReadNote', '[broken')).exitCode).toBe(2);
  },
});

testBothWays({
  'a look at the past is held to the same schema': async ({ run }) => {
    await run('append', 'Inbox', 'bread');
    const list = (input: object) => run('call', 'ListChanges', JSON.stringify(input));
    expect(JSON.parse((await list({ limit: 5 })).stdout).changes).toHaveLength(1);
    for (const input of [{ protocol: 'nonsense', limit: 5 }, { limit: -1 }]) {
      const { exitCode, stdout, stderr } = await list(input);
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toContain(Object.keys(input)[0]);
    }
    expect((await run('log', '--limit=-1')).exitCode).toBe(2);
  },
});
