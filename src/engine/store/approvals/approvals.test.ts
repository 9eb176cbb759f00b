import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caller, harvest, openTestVault } from '../../../../test/support/vault.ts';
import { approvalLimits } from '../../../contract/approval-limits.ts';
import type { Caller, PathPolicy } from '../../../contract/callers.ts';
import { isVaultError, type VaultError } from '../../../contract/errors.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import type { Engine } from '../../engine.ts';
import type { View } from '../../view.ts';

const agent = (policy: PathPolicy): Caller => ({
  ...caller({ hidden: true, ...policy }, 'claude'),
  protocol: 'rest',
});
const everything = agent({ approve: true });
const journal = agent({ approve: ['journal'] });

const failure = (promise: Promise<unknown>): Promise<VaultError> =>
  promise.then(
    () => expect.fail('It did not fail.'),
    (thrown) => (isVaultError(thrown) ? thrown : Promise.reject(thrown)),
  );

/** The id under which a change waits. */
async function waits(change: Promise<unknown>): Promise<string> {
  const { code, about } = await failure(change);
  expect([code, about.reason]).toEqual(['forbidden', 'waits-for-approval']);
  return String(about.data?.approval);
}

const write = ({ vault }: View, path: string, text: string) =>
  vault.write(p(path), Buffer.from(text));
const owner = (engine: Engine) => engine.as(caller());
const hunkIds = (engine: Engine, id: string) =>
  owner(engine)
    .approvals.parts(id)
    .map((part) => part.id);

test('a change waits, changes nothing, and is made once it is accepted, as the agent and with who accepted it', async () => {
  const { engine, root } = await openTestVault({ 'a.md': 'old\n' });
  const heard: string[] = [];
  engine.approvals.events.on(({ kind }) => heard.push(kind));
  const id = await waits(write(engine.as(everything), 'a.md', 'new\n'));
  expect(harvest(root)).toEqual({ 'a.md': 'old\n' });
  const { approvals, history } = owner(engine);
  expect(approvals.list().map(({ state, why }) => [state, why])).toEqual([
    ['waiting', 'write a.md'],
  ]);
  const accepted = await approvals.accept(id);
  expect(harvest(root)).toEqual({ 'a.md': 'new\n' });
  expect(accepted).toMatchObject({ state: 'accepted', decided: { by: 'test (local)' } });
  const [step] = history.log();
  expect(step).toMatchObject({
    client: 'claude',
    protocol: 'rest',
    approvedBy: 'test (local)',
    id: accepted.steps[0],
  });
  expect(heard).toEqual(['waiting', 'decided']);
  expect(await failure(approvals.accept(id))).toMatchObject({ code: 'changed-on-disk' });
});

test('only changes in the folders that are named wait, in any case, from above and by way of links', async () => {
  const { engine, root } = await openTestVault({
    'Journal/a.md': 'a',
    'Top/Journal/b.md': 'b',
    'c.md': 'c',
  });
  symlinkSync('Journal', join(root, 'Link'));
  symlinkSync('../c.md', join(root, 'Journal/link.md'));
  const before = harvest(root);
  const view = engine.as(journal);
  await waits(write(view, 'Journal/a.md', 'x'));
  await waits(write(view, 'Link/a.md', 'x'));
  await waits(write(view, 'Journal/link.md', 'x'));
  await waits(view.vault.rename(p('Journal'), p('Elsewhere')));
  await waits(view.vault.rename(p('c.md'), p('Journal/c.md')));
  await waits(view.vault.trash(p('Journal/a.md')));
  await waits(view.vault.copy(p('c.md'), p('Journal/d.md')));
  const deep = engine.as(agent({ approve: ['top/journal'] }));
  await waits(deep.vault.rename(p('Top'), p('Other')));
  await waits(deep.vault.removeFolder(p('Top'), { recursive: true }));
  expect(harvest(root)).toEqual(before);
  await view.vault.copy(p('Journal/a.md'), p('copy.md'));
  await write(view, 'c.md', 'changed');
  await write(deep, 'Top/new.md', 'new');
  expect(harvest(root)).toMatchObject({ 'copy.md': 'a', 'c.md': 'changed', 'Top/new.md': 'new' });
});

test('any layer of a policy can ask for approval', async () => {
  const { engine } = await openTestVault({ 'x/a.md': '', 'y/a.md': '' });
  const view = engine.as(agent({ approve: ['x'], within: { hidden: true, approve: ['y'] } }));
  await waits(write(view, 'x/a.md', '1'));
  await waits(write(view, 'y/a.md', '1'));
});

test('what waits survives a restart', async () => {
  const { engine, root, stateDir } = await openTestVault({ 'a.md': 'old', 'b.md': 'b' });
  const change = [
    { kind: 'write' as const, path: p('new/c.md'), bytes: Buffer.from('c') },
    { kind: 'move' as const, path: p('b.md'), to: p('new/b.md') },
    { kind: 'remove' as const, path: p('a.md') },
  ];
  const id = await waits(engine.as(everything).vault.apply(change, { why: 'three' }));
  await engine.close();
  const again = await openTestVault({}, { root, stateDir });
  await owner(again.engine).approvals.accept(id);
  expect(harvest(root)).toEqual({ 'new/b.md': 'b', 'new/c.md': 'c' });
});

test('hunks are accepted and rejected one by one, and keep their names meanwhile', async () => {
  const { engine, root } = await openTestVault({ 'a.md': '1\n2\n3\n4\n5\n' });
  const id = await waits(write(engine.as(everything), 'a.md', 'one\n2\nthree\n4\nfive\n'));
  const [first = '', second = '', third = ''] = hunkIds(engine, id);
  const { approvals } = owner(engine);
  expect((await approvals.accept(id, { parts: [second] })).state).toBe('waiting');
  expect(harvest(root)).toEqual({ 'a.md': '1\n2\nthree\n4\n5\n' });
  expect(hunkIds(engine, id)).toEqual([first, third]);
  expect((await approvals.reject(id, { parts: [first] })).state).toBe('waiting');
  expect(hunkIds(engine, id)).toEqual([third]);
  expect(await failure(approvals.accept(id, { parts: [first] }))).toMatchObject({
    code: 'not-found',
  });
  expect(await approvals.accept(id)).toMatchObject({ state: 'partly-accepted' });
  expect(harvest(root)).toEqual({ 'a.md': '1\n2\nthree\n4\nfive\n' });
});

test('rejecting the last hunk rejects the change, with the reason', async () => {
  const { engine, root } = await openTestVault({ 'a.md': '1\n2\n3\n' });
  const id = await waits(write(engine.as(everything), 'a.md', 'one\n2\nthree\n'));
  const { approvals } = owner(engine);
  const [first = '', second = ''] = hunkIds(engine, id);
  await approvals.reject(id, { parts: [first] });
  expect(await approvals.reject(id, { parts: [second], reason: 'No.' })).toMatchObject({
    state: 'rejected',
    decided: { reason: 'No.' },
  });
  expect(harvest(root)).toEqual({ 'a.md': '1\n2\n3\n' });
});

test('what was changed since is kept where it does not overlap, and in the way where it does', async () => {
  const { engine, root } = await openTestVault({ 'a.md': '1\n2\n3\n4\n' });
  const id = await waits(write(engine.as(everything), 'a.md', 'one\n2\n3\nfour\n'));
  const { approvals } = owner(engine);
  writeFileSync(join(root, 'a.md'), '1\n2\n3\nvier\n');
  const error = await failure(approvals.accept(id));
  expect([error.code, error.about.data]).toMatchObject(['changed-on-disk', { approval: id }]);
  expect(harvest(root)).toEqual({ 'a.md': '1\n2\n3\nvier\n' });
  const [first = ''] = hunkIds(engine, id);
  await approvals.accept(id, { parts: [first] });
  expect(harvest(root)).toEqual({ 'a.md': 'one\n2\n3\nvier\n' });
  expect(approvals.find(id)?.state).toBe('waiting');
});

test('a version that the agent has stated must not have changed at all', async () => {
  const { engine, root } = await openTestVault({ 'a.md': '1\n2\n' });
  const view = engine.as(everything);
  const { hash } = await view.notes.read(p('a.md'));
  const change = view.notes.update(p('a.md'), (text) => `${text}3\n`, { expectedHash: hash });
  const id = await waits(change);
  writeFileSync(join(root, 'a.md'), 'zero\n1\n2\n');
  expect(await failure(owner(engine).approvals.accept(id))).toMatchObject({
    code: 'changed-on-disk',
  });
  writeFileSync(join(root, 'a.md'), '1\n2\n');
  await owner(engine).approvals.accept(id);
  expect(harvest(root)).toEqual({ 'a.md': '1\n2\n3\n' });
});

test('a new file, a deletion and a move are refused when something else is there by now', async () => {
  const { engine, root } = await openTestVault({ 'b.md': 'b', 'c.md': 'c' });
  const view = engine.as(everything);
  const ids = [
    await waits(write(view, 'a.md', 'a')),
    await waits(view.vault.remove(p('b.md'))),
    await waits(view.vault.rename(p('c.md'), p('d.md'))),
  ];
  for (const name of ['a.md', 'b.md', 'd.md']) writeFileSync(join(root, name), 'mine');
  const now = harvest(root);
  for (const id of ids) {
    expect(await failure(owner(engine).approvals.accept(id))).toMatchObject({
      code: 'changed-on-disk',
    });
  }
  expect(harvest(root)).toEqual(now);
});

test('a person can accept another text for the one file', async () => {
  const { engine, root } = await openTestVault({ 'a.md': 'old\n', 'b.md': 'b' });
  const view = engine.as(everything);
  const id = await waits(write(view, 'a.md', 'new\n'));
  await owner(engine).approvals.accept(id, { text: 'better\n' });
  expect(harvest(root)).toMatchObject({ 'a.md': 'better\n' });
  const move = await waits(view.vault.rename(p('b.md'), p('c.md')));
  expect(await failure(owner(engine).approvals.accept(move, { text: 'x' }))).toMatchObject({
    code: 'invalid-input',
  });
});

test('an undo of an agent waits, too', async () => {
  const { engine, root } = await openTestVault({ 'a.md': 'old' });
  await write(owner(engine), 'a.md', 'new');
  const [step] = owner(engine).history.log();
  const id = await waits(engine.as(everything).history.undo(step?.id ?? ''));
  expect(harvest(root)).toEqual({ 'a.md': 'new' });
  await owner(engine).approvals.accept(id);
  expect(harvest(root)).toEqual({ 'a.md': 'old' });
  expect(
    owner(engine)
      .history.undone()
      .has(step?.id ?? ''),
  ).toBe(true);
});

test('who waits cannot accept, and who may not see or write a path cannot decide on it', async () => {
  const { engine } = await openTestVault({ 'a/x.md': '', 'b/x.md': '' });
  const view = engine.as(everything);
  const id = await waits(write(view, 'a/x.md', '1'));
  expect(await failure(view.approvals.accept(id))).toMatchObject({ code: 'forbidden' });
  const other = engine.as(caller({ read: ['b'] })).approvals;
  expect(other.list()).toEqual([]);
  expect(await failure(other.reject(id))).toMatchObject({ code: 'not-found' });
  const reader = engine.as(caller({ readOnly: true })).approvals;
  expect(reader.list()).toHaveLength(1);
  expect(await failure(reader.accept(id))).toMatchObject({ code: 'forbidden' });
});

test('a dry run does not wait and leaves nothing behind', async () => {
  const { engine } = await openTestVault({ 'a.md': 'old' });
  const planned: string[] = [];
  const view = engine.as(everything, { onPlanned: ({ path }) => planned.push(path) });
  await write(view, 'a.md', 'new');
  expect([planned, owner(engine).approvals.list()]).toEqual([['a.md'], []]);
});

test('a call waits for the decision until it comes or the time is over', async () => {
  const { engine } = await openTestVault({ 'a.md': 'old' });
  const view = engine.as(everything);
  const id = await waits(write(view, 'a.md', 'new'));
  const { signal } = new AbortController();
  expect((await view.approvals.wait(id, 0, signal))?.state).toBe('waiting');
  const decision = view.approvals.wait(id, 600_000, signal);
  await owner(engine).approvals.reject(id);
  expect((await decision)?.state).toBe('rejected');
});

test('what can wait has a limit, in number and in bytes, and what was decided leaves no texts', async () => {
  const { engine, stateDir } = await openTestVault({ 'a.md': 'old' });
  const view = engine.as(everything);
  const large = Buffer.alloc(approvalLimits.bytesMax + 1);
  expect(await failure(view.vault.write(p('large'), large))).toMatchObject({ code: 'too-large' });
  const id = await waits(write(view, 'a.md', 'new'));
  await owner(engine).approvals.reject(id);
  expect(readdirSync(join(stateDir, engine.id, 'approvals'))).toEqual([`${id}.proposal`]);
  for (let i = 0; i < approvalLimits.waitingMax; i++) await waits(write(view, 'a.md', `${i}`));
  expect(await failure(write(view, 'a.md', 'one more'))).toMatchObject({ code: 'unavailable' });
});

test('a file of a change that is damaged is passed over', async () => {
  const { engine, stateDir } = await openTestVault({ 'a.md': 'old' });
  const id = await waits(write(engine.as(everything), 'a.md', 'new'));
  writeFileSync(join(stateDir, engine.id, 'approvals', `${id}.proposal`), 'broken');
  expect(owner(engine).approvals.list()).toEqual([]);
  expect(await failure(owner(engine).approvals.accept(id))).toMatchObject({ code: 'not-found' });
  expect(owner(engine).approvals.find('../../x')).toBeUndefined();
});
