import { expect, test } from 'vitest';
import { caller, openTestVault, plant } from '../../../../test/support/vault.ts';
import type { PathPolicy } from '../../../contract/callers.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import {
  type EditorKind,
  type EditorState,
  nothingOpen,
  type WorkspaceEvent,
} from '../../../contract/workspace.ts';
import { workspaceLimits } from '../../../contract/workspace-limits.ts';

const files = {
  'a.md': 'alpha\n',
  'b.md': 'beta\n',
  'private/c.md': 'gamma\n',
  'quiet.md': '---\nai: false\n---\nx\n',
  'broken.md': '---\nai: no\n: : :\n  - {\n---\nx\n',
};

const selection = { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } };
const shows = (active: string, more: Partial<EditorState> = {}): EditorState => ({
  ...nothingOpen,
  active: p(active),
  open: [p(active)],
  ...more,
});

async function openWorkspace(policy: PathPolicy = { hidden: true }) {
  let nowMs = 1_000_000;
  const { root, engine } = await openTestVault(files, { clock: { now: () => nowMs } });
  const { workspace } = engine.as(caller(policy));
  const heard: WorkspaceEvent[] = [];
  engine.workspace.events.on((event) => heard.push(event));
  let count = 0;
  const enter = (kind: EditorKind = 'editor', state?: EditorState) => {
    const end = new AbortController();
    const session = { id: `s${++count}`, ended: end.signal };
    if (state !== undefined) workspace.report(session, kind, state);
    return { session, leave: () => end.abort() };
  };
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { root, engine, workspace, heard, enter, wait };
}

test('the strongest editor is believed, and the next one when it leaves', async () => {
  const { workspace, enter } = await openWorkspace();
  const plugin = enter('plugin', shows('a.md'));
  const vim = enter('editor', shows('b.md', { dirty: [p('b.md')] }));
  expect(workspace.state()).toMatchObject({
    active: 'a.md',
    open: ['a.md', 'b.md'],
    dirty: ['b.md'],
  });
  plugin.leave();
  expect(workspace.state().active).toBe('b.md');
  vim.leave();
  expect(workspace.state()).toEqual(nothingOpen);
});

test('an editor that is silent for 15 minutes counts as gone', async () => {
  const { workspace, enter, wait } = await openWorkspace();
  enter('editor', shows('a.md'));
  wait(workspaceLimits.silentMsMax - 1);
  expect(workspace.state().active).toBe('a.md');
  wait(1);
  expect(workspace.state().active).toBeUndefined();
});

test('a note that somebody opened is in front until an editor says otherwise', async () => {
  const { workspace, enter, heard } = await openWorkspace();
  const vim = enter('editor', shows('a.md'));
  const agent = enter();
  workspace.open(agent.session, p('b.md'), { front: true });
  expect(workspace.state()).toMatchObject({ active: 'b.md', open: ['b.md', 'a.md'] });
  expect(heard).toContainEqual({ kind: 'open-wanted', path: 'b.md' });
  workspace.report(vim.session, 'editor', shows('a.md'));
  expect(workspace.state().active).toBe('a.md');
});

test('without editors, what Obsidian last saved as active is', async () => {
  const { root, workspace } = await openWorkspace();
  const leaf = (id: string, file: string) => ({ id, type: 'leaf', state: { state: { file } } });
  const main = { id: 'm', type: 'split', children: [leaf('l1', 'a.md'), leaf('l2', 'b.md')] };
  plant(root, { '.obsidian/workspace.json': JSON.stringify({ main, active: 'l2' }) });
  expect(workspace.state()).toMatchObject({ active: 'b.md', open: ['b.md'] });
  plant(root, {
    '.obsidian/workspace.json': JSON.stringify({ active: 'x', lastOpenFiles: ['gone.md', 'a.md'] }),
  });
  expect(workspace.state().active).toBe('a.md');
  plant(root, { '.obsidian/workspace.json': '{' });
  expect(workspace.state().active).toBeUndefined();
});

test('the latest selection outlives its deselection, not its editor', async () => {
  const { workspace, enter } = await openWorkspace();
  const vim = enter('editor', shows('a.md', { selection, text: 'alpha' }));
  workspace.report(vim.session, 'editor', shows('b.md'));
  expect(workspace.latest()).toMatchObject({ path: 'a.md', text: 'alpha' });
  vim.leave();
  expect(workspace.latest()).toBeUndefined();
});

test('reports are told once they come to rest, and followed through a rename', async () => {
  const { engine, workspace, enter, heard } = await openWorkspace();
  const vim = enter();
  for (let i = 0; i < 30; i++) workspace.report(vim.session, 'editor', shows('a.md'));
  await expect.poll(() => heard.length).toBe(1);
  expect(heard).toEqual([{ kind: 'state' }]);
  await engine.as(caller()).vault.rename(p('a.md'), p('moved.md'));
  expect(workspace.state()).toMatchObject({ active: 'moved.md', open: ['moved.md'] });
});

test('what a caller may not read, it does not see open', async () => {
  const { engine, enter, workspace } = await openWorkspace();
  enter('editor', shows('private/c.md', { open: [p('private/c.md'), p('a.md')], text: 'secret' }));
  expect(workspace.state().active).toBe('private/c.md');
  const narrow = engine.as(caller({ deny: ['private'] })).workspace;
  expect(narrow.state()).toEqual({ ...nothingOpen, open: ['a.md'] });
});

const shared = { sharedOnly: true };
const withholds = async (active: string) => {
  const { engine, enter } = await openWorkspace();
  engine.workspace.setSharing({ exclude: ['private/**'] });
  enter('editor', shows(active, { selection, text: 'secret' }));
  expect(engine.as(caller(shared)).workspace.state()).toEqual(nothingOpen);
  expect(engine.as(caller(shared)).workspace.latest()).toBeUndefined();
};
test('assistants hear nothing of excluded notes', () => withholds('private/c.md'));
test('assistants hear nothing of a note that says no', () => withholds('quiet.md'));
test('a refusal counts even where the properties are broken', () => withholds('broken.md'));

test('assistants hear as much as the mode allows', async () => {
  const { engine, enter } = await openWorkspace();
  enter('editor', shows('a.md', { selection, text: 'alpha' }));
  const { workspace } = engine.as(caller(shared));
  expect(workspace.state()).toMatchObject({ active: 'a.md', text: 'alpha' });
  engine.workspace.setSharing({ mode: 'file' });
  expect(workspace.state()).toMatchObject({ active: 'a.md', text: '', selection: undefined });
  expect(workspace.latest()).toBeUndefined();
  engine.workspace.setSharing({ mode: 'off' });
  expect(workspace.state()).toEqual(nothingOpen);
  expect(engine.as(caller()).workspace.state().text).toBe('alpha');
});

const proposal = { path: p('a.md'), title: 'one', text: 'new\n', client: 'test' };

test('a proposal needs somebody who can show it', async () => {
  const { workspace, enter } = await openWorkspace();
  const agent = enter();
  await expect(workspace.propose(agent.session, proposal)).rejects.toMatchObject({
    code: 'unavailable',
  });
  const viewer = enter();
  workspace.attachViewer(viewer.session, 'declared');
  workspace.attachViewer(viewer.session, 'subscribed');
  workspace.detachViewer(viewer.session, 'declared');
  const end = workspace.propose(agent.session, proposal);
  viewer.leave();
  await expect(workspace.propose(agent.session, { ...proposal, title: '2' })).rejects.toMatchObject(
    { about: { reason: 'no-diff-viewer' } },
  );
  agent.leave();
  expect(await end).toEqual({ kind: 'abandoned' });
});

test('a proposal is shown against the file as it is now, and decided once', async () => {
  const { engine, workspace, enter, heard } = await openWorkspace();
  workspace.attachViewer(enter().session, 'declared');
  const end = workspace.propose(enter().session, proposal);
  const [diff] = workspace.diffs();
  const id = diff?.id ?? '';
  expect(await workspace.diff(id)).toMatchObject({ oldText: 'alpha\n', newText: 'new\n' });
  await engine.as(caller()).vault.write(p('a.md'), Buffer.from('other\n'));
  expect(await workspace.diff(id)).toMatchObject({ oldText: 'other\n', isStale: true });
  expect(heard).toContainEqual(expect.objectContaining({ kind: 'diff-changed' }));
  workspace.resolve(id, { kind: 'accepted', text: 'edited\n' });
  expect(await end).toEqual({ kind: 'accepted', text: 'edited\n' });
  expect(() => workspace.resolve(id, { kind: 'rejected' })).toThrow('No diff');
  expect(engine.as(caller()).vault.readNow(p('a.md')).bytes.toString()).toBe('other\n');
});

test('a session takes back its own proposals only, and has a limited number of them', async () => {
  const { workspace, enter } = await openWorkspace();
  workspace.attachViewer(enter().session, 'declared');
  const [one, two] = [enter().session, enter().session];
  const ends = ['x', 'y'].map((title) => workspace.propose(one, { ...proposal, title }));
  const kept = workspace.propose(two, proposal);
  const replaced = workspace.propose(two, proposal);
  expect(await kept).toEqual({ kind: 'replaced' });
  expect(workspace.withdrawAll(one)).toBe(2);
  expect(await Promise.all(ends)).toEqual([{ kind: 'withdrawn' }, { kind: 'withdrawn' }]);
  expect(workspace.diffs()).toHaveLength(1);
  workspace.withdraw(two, 'one');
  expect(await replaced).toEqual({ kind: 'withdrawn' });
  for (let i = 0; i < workspaceLimits.diffsPerOwnerMax; i++) {
    void workspace.propose(one, { ...proposal, title: String(i) });
  }
  await expect(workspace.propose(one, proposal)).rejects.toMatchObject({
    about: { reason: 'too-many-diffs' },
  });
});

test('a mention goes to the assistant that was active last, to one by name, or to all', async () => {
  const { workspace } = await openWorkspace();
  const mention = { path: p('a.md') };
  expect(() => workspace.mention(mention, {})).toThrow('No Claude Code session is connected.');
  const told: string[] = [];
  const listen = (id: string, at: number) =>
    workspace.listen({ id, activeAt: () => at, deliver: ({ path }) => told.push(`${id} ${path}`) });
  listen('s1', 5);
  const leave = listen('s2', 9);
  expect(workspace.mention(mention, {})).toEqual(['s2']);
  expect(workspace.mention(mention, { session: 's1' })).toEqual(['s1']);
  expect(workspace.mention(mention, { all: true })).toEqual(['s2', 's1']);
  leave();
  expect(() => workspace.mention(mention, { session: 's2' })).toThrow('No Claude Code session s2');
  expect(() => workspace.mention({ path: p('none.md') }, {})).toThrow('no such file');
  expect(told).toEqual(['s2 a.md', 's1 a.md', 's2 a.md', 's1 a.md']);
});
