import { expect, test } from 'vitest';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import type { SessionRef, WorkspaceEvent } from '../../../contract/workspace.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';
import { systemClock } from '../../../kit/clock.ts';
import { Companions } from './companions.ts';

const forever = new AbortController().signal;
const by = { client: 'agent', session: 's' };
const commands = [{ id: 'a:b', name: 'B' }];

function openCompanions(times: { appCommandMs?: number; appConsentMs?: number } = {}) {
  const heard: WorkspaceEvent[] = [];
  const companions = new Companions({
    clock: systemClock,
    emit: (event) => heard.push(event),
    times: { ...workspaceLimits, ...times },
  });
  const enter = (id: string) => {
    const end = new AbortController();
    const session: SessionRef = { id, ended: end.signal };
    companions.attach(session);
    return { session, leave: () => end.abort() };
  };
  /** The call that was asked for last. */
  const lastCall = () => {
    const last = heard.findLast((event) => 'asked' in event);
    return last !== undefined && 'asked' in last ? (last.asked?.call ?? '') : '';
  };
  return { companions, heard, enter, lastCall };
}

test('an app that is heard last is asked, and the one before when it leaves', async () => {
  const { companions, heard, enter, lastCall } = openCompanions();
  const first = enter('one');
  const second = enter('two');
  const opened = companions.open(p('a.md'), { newTab: true }, forever);
  expect(heard.at(-1)).toMatchObject({
    kind: 'open-wanted',
    newTab: true,
    asked: { session: 'two' },
  });
  expect(companions.answer(first.session, lastCall(), { ok: true })).toBe(false);
  expect(companions.answer(second.session, lastCall(), { ok: true })).toBe(true);
  expect(companions.answer(second.session, lastCall(), { ok: true })).toBe(false);
  await opened;
  second.leave();
  void companions.open(p('a.md'), { newTab: false }, forever).catch(() => undefined);
  expect(heard.at(-1)).toMatchObject({ asked: { session: 'one' } });
  first.leave();
  expect(companions.isAttached).toBe(false);
  await expect(companions.open(p('a.md'), { newTab: false }, forever)).rejects.toMatchObject({
    about: { reason: 'app-not-running' },
  });
});

test('commands are those of the app that offered some last, until it leaves', async () => {
  const { companions, enter } = openCompanions();
  expect(companions.palette(by)).toBeUndefined();
  const offering = enter('one');
  companions.offer(offering.session, commands);
  enter('two');
  expect(await companions.palette(by)?.commands(forever)).toEqual(commands);
  const palette = companions.palette(by);
  offering.leave();
  expect(companions.palette(by)).toBeUndefined();
  await expect(palette?.run('a:b', forever)).rejects.toMatchObject({
    about: { reason: 'app-not-running' },
  });
});

test('an answer that does not come in time is not wanted any more', async () => {
  const { companions, heard, enter } = openCompanions({ appCommandMs: 1 });
  const { session } = enter('one');
  companions.offer(session, commands);
  await expect(companions.palette(by)?.run('a:b', forever)).rejects.toMatchObject({
    code: 'timed-out',
    about: { reason: 'app-no-answer' },
  });
  const { asked } = Object(heard.at(-1));
  expect(heard.at(-1)).toMatchObject({ kind: 'call-withdrawn', asked: { session: 'one' } });
  expect(companions.answer(session, asked.call, { ok: true })).toBe(false);
  expect(companions.keepWaiting(session, asked.call)).toBe(false);
});

test('a person who is asked has longer than a program', async () => {
  const { companions, enter, lastCall } = openCompanions({ appCommandMs: 50, appConsentMs: 1 });
  const { session } = enter('one');
  companions.offer(session, commands);
  const running = companions.palette(by)?.run('a:b', forever);
  expect(companions.keepWaiting(session, lastCall())).toBe(true);
  await expect(running).rejects.toMatchObject({ about: { reason: 'app-no-answer' } });
});

test('a caller that gives up withdraws its question', async () => {
  const { companions, heard, enter } = openCompanions();
  enter('one');
  const end = new AbortController();
  const opened = companions.open(p('a.md'), { newTab: false }, end.signal);
  end.abort(new Error('enough'));
  await expect(opened).rejects.toThrow('enough');
  expect(heard.at(-1)).toMatchObject({ kind: 'call-withdrawn' });
});

test('what apps are asked at a time has a limit', async () => {
  const { companions, enter } = openCompanions();
  const { leave } = enter('one');
  const ask = () => companions.open(p('a.md'), { newTab: false }, forever);
  const asked = Array.from({ length: workspaceLimits.appCallsMax }, () =>
    ask().catch(() => 'gone'),
  );
  await expect(ask()).rejects.toMatchObject({ about: { reason: 'app-no-answer' } });
  leave();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['gone']));
});
