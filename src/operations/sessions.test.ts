import { expect, test } from 'vitest';
import { caller, openTestVault } from '../../test/support/vault.ts';
import type { Caller, PathPolicy } from '../contract/callers.ts';
import { limits } from '../contract/limits.ts';
import { parseVaultPath as p } from '../contract/paths.ts';
import { systemClock } from '../kit/clock.ts';
import { silentLog } from '../kit/log.ts';
import { Sessions, type VisibleChange } from './sessions.ts';

const say = ({ kind, path }: VisibleChange) => `${kind} ${path}`;

test('a listener hears what the view of its session shows now, and nothing after its end', async () => {
  const { engine } = await openTestVault({ 'a/x.md': '', 'b/x.md': '' });
  const policies: Record<string, PathPolicy> = { guest: { read: ['a'] } };
  const adjust = (who: Caller): Caller => ({ ...who, policy: policies[who.client] ?? {} });
  const sessions = new Sessions({ clock: systemClock, log: silentLog, adjust });
  const session = sessions.open(engine, caller());
  const heard: string[] = [];
  const stopped: string[] = [];
  session.onChanges((batch) => heard.push(...batch.map(say)));
  const stop = session.onChanges((batch) => stopped.push(...batch.map(say)));
  const { vault } = engine.as(caller());
  const writeBoth = async (text: string) => {
    for (const path of ['a/x.md', 'b/x.md']) await vault.write(p(path), Buffer.from(text));
    return heard.splice(0);
  };
  expect(await writeBoth('1')).toEqual(['modified a/x.md', 'modified b/x.md']);
  stop();
  session.identify('guest');
  expect(await writeBoth('2')).toEqual(['modified a/x.md']);
  policies.guest = { read: ['b'] };
  sessions.refresh();
  expect(await writeBoth('3')).toEqual(['modified b/x.md']);
  session.close();
  sessions.refresh();
  session.onChanges((batch) => heard.push(...batch.map(say)));
  expect(await writeBoth('4')).toEqual([]);
  expect(stopped).toEqual(['modified a/x.md', 'modified b/x.md']);
});

test('a log for all clients of a protocol has what the owner sees, and no hidden file', async () => {
  const { engine } = await openTestVault({ 'x.md': '' });
  const sessions = new Sessions({ clock: systemClock, log: silentLog });
  const heard: string[] = [];
  const stop = sessions.onChanges(engine, (batch) => heard.push(...batch.map(say)));
  const { vault } = engine.as(caller());
  await vault.write(p('.obsidian/app.json'), Buffer.from('{}'));
  await vault.trash(p('x.md'));
  stop();
  await vault.write(p('y.md'), Buffer.from(''));
  expect(heard).toEqual(['deleted x.md']);
  expect(sessions.list()).toEqual([]);
});

test('of the name that a client gives itself so much is kept', async () => {
  const { engine } = await openTestVault({});
  const sessions = new Sessions({ clock: systemClock, log: silentLog });
  const session = sessions.open(engine, caller());
  session.identify('n'.repeat(100_000));
  expect(sessions.list()[0]?.caller.client).toHaveLength(limits.clientNameLengthMax);
});
