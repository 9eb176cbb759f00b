import { expect, test } from 'vitest';
import { caller, openTestVault } from '../../test/support/vault.ts';
import type { Caller, PathPolicy } from '../contract/callers.ts';
import { limits } from '../contract/limits.ts';
import { parseVaultPath as p } from '../contract/paths.ts';
import { systemClock } from '../kit/clock.ts';
import { silentLog } from '../kit/log.ts';
import { diffList } from './diff/get.ts';
import { diffOpen } from './diff/open.ts';
import { perform } from './perform.ts';
import { Sessions, type VisibleChange } from './sessions.ts';
import { workspaceSetState } from './workspace/set-state.ts';
import { workspaceGetState } from './workspace/state.ts';

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

test('the name that a client gives itself is cut to a limit', async () => {
  const { engine } = await openTestVault({});
  const sessions = new Sessions({ clock: systemClock, log: silentLog });
  const session = sessions.open(engine, caller());
  session.identify('n'.repeat(100_000));
  expect(sessions.list()[0]?.caller.client).toHaveLength(limits.clientNameLengthMax);
});

test('what a client brought ends with its session, and nothing of another client does', async () => {
  const { engine } = await openTestVault({ 'a.md': 'text' });
  const sessions = new Sessions({ clock: systemClock, log: silentLog });
  const [leaving, staying] = [caller(), caller()].map((who) => sessions.open(engine, who));
  if (leaving === undefined || staying === undefined) throw new Error('No session was opened.');
  const shown = { active: p('a.md'), diffs: true };
  await staying.dispatch(workspaceSetState, { open: [p('b.md')], diffs: true });
  await leaving.dispatch(workspaceSetState, shown);
  const proposal = { path: 'a.md', title: 'mine', text: 'new' };
  const proposed = leaving.dispatch(diffOpen, proposal);
  const listed = async () => {
    const { diffs } = await perform(staying, diffList, {});
    return { ...(await perform(staying, workspaceGetState, {})), diffs: diffs.length };
  };
  expect(await listed()).toMatchObject({ active: 'a.md', open: ['a.md', 'b.md'], diffs: 1 });
  leaving.close();
  expect(await proposed).toMatchObject({ ok: true, output: { accepted: false } });
  expect(await listed()).toMatchObject({ open: ['b.md'], diffs: 0 });
  expect(await leaving.dispatch(diffList, {})).toMatchObject({ error: { code: 'cancelled' } });
  expect(sessions.list().map(({ id }) => id)).toEqual([staying.id]);
});
