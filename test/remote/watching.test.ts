import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  openRemote,
  type RawRemote,
  type RemoteOptions,
  type RemoteProtocol,
} from '../support/remote.ts';
import { until } from '../support/until.ts';

interface Watched extends RemoteProtocol {
  /** Somebody who watches. */
  readonly a: RawRemote;
  /** Somebody else at the same protocol. */
  readonly b: RawRemote;
  readonly subscriptionId: unknown;
  /** Waits until everything that was done so far would have been heard. */
  quiet(): Promise<void>;
}

/** A watches, B and other programs do something. */
async function openWatched(
  params: object = { path: '', recursive: true },
  options: RemoteOptions = {},
): Promise<Watched> {
  const protocol = await openRemote({ live: true, ...options });
  const [a, b] = [await protocol.raw(), await protocol.raw()];
  const { subscriptionId } = (await a.ask('fs.watch', params)) as { subscriptionId: string };
  expect(subscriptionId).toMatch(/^[0-9a-f]{24}$/);
  const marks = await protocol.raw();
  await marks.ask('fs.watch', { path: 'zz-marks', recursive: true });
  let count = 0;
  const quiet = async () => {
    const path = `zz-marks/${++count}.md`;
    plantFile(protocol.root, path, 'mark');
    await marks.heard(`created ${path}`);
    // A deletion is told last of all, since it waits for the path to come back.
    rmSync(join(protocol.root, path));
    await marks.heard(`deleted ${path}`);
  };
  return { ...protocol, a, b, subscriptionId, quiet };
}

function plantFile(root: string, path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

const ours = (events: readonly string[]) => events.filter((event) => !event.includes('zz-marks'));

test('N1, N2 and N3 what another client creates, overwrites and removes is told', async () => {
  const { a, b, subscriptionId } = await openWatched();
  await b.ask('fs.write', { path: 'new.md', content: 'x' });
  await a.heard('created new.md');
  expect(a.pushes[0]).toEqual({
    jsonrpc: '2.0',
    method: 'fs.changed',
    params: { subscriptionId, path: 'new.md', event: 'created' },
  });
  await b.ask('fs.write', { path: 'new.md', content: 'y' });
  await a.heard('modified new.md');
  await b.ask('fs.remove', { path: 'new.md' });
  await a.heard('deleted new.md');
});

test('N4 a rename is told as one path going and another coming', async () => {
  const { a, b } = await openWatched();
  await b.ask('fs.rename', { oldPath: 'note.md', newPath: 'docs/moved.md' });
  await a.heard('deleted note.md', 'created docs/moved.md');
});

test('N4 who replaces a file by a rename modifies it', async () => {
  const { a, b } = await openWatched();
  await b.ask('fs.rename', { oldPath: 'note.md', newPath: 'docs/a.md' });
  await a.heard('deleted note.md', 'modified docs/a.md');
});

test('N5 what other programs create, save and delete is told', async () => {
  const { a, root } = await openWatched();
  writeFileSync(join(root, 'theirs.md'), 'x');
  await a.heard('created theirs.md');
  writeFileSync(join(root, 'theirs.md'), 'longer');
  await a.heard('modified theirs.md');
  unlinkSync(join(root, 'theirs.md'));
  await a.heard('deleted theirs.md');
});

test('N6 a save by rename is a change of the file, which is there when it is told', async () => {
  const { a, b, root } = await openWatched();
  writeFileSync(join(root, '.note.md.swp'), 'saved anew');
  renameSync(join(root, '.note.md.swp'), join(root, 'note.md'));
  await a.heard('modified note.md');
  expect(await b.ask('fs.stat', { path: 'note.md' })).toMatchObject({ size: 10 });
  expect(a.events()).not.toContain('deleted note.md');
});

test('N6 a save by remove and create is a change of the file, too', async () => {
  const { a, root } = await openWatched();
  unlinkSync(join(root, 'note.md'));
  writeFileSync(join(root, 'note.md'), 'saved anew');
  await a.heard('modified note.md');
  expect(a.events()).not.toContain('deleted note.md');
});

test('N7 of folders that appear in one go every entry is told', async () => {
  const { a, root } = await openWatched();
  plantFile(root, 'a/b/c/leaf.md', 'x');
  await a.heard('created a', 'created a/b', 'created a/b/c', 'created a/b/c/leaf.md');
  const order = ['created a', 'created a/b', 'created a/b/c', 'created a/b/c/leaf.md'];
  expect(a.events().filter((event) => order.includes(event))).toEqual(order);
});

test('N8 a file in a folder that was made a moment ago is told', async () => {
  const { a, root } = await openWatched();
  mkdirSync(join(root, 'fresh'));
  await a.heard('created fresh');
  writeFileSync(join(root, 'fresh/x.md'), 'x');
  await a.heard('created fresh/x.md');
});

test('N9 a folder whose name only begins the same is another one', async () => {
  const { a, b, quiet } = await openWatched({ path: 'docs', recursive: true });
  await b.ask('fs.write', { path: 'docs2/x.md', content: 'x' });
  await b.ask('fs.write', { path: 'docs/y.md', content: 'y' });
  await a.heard('created docs/y.md');
  await quiet();
  expect(ours(a.events())).toEqual(['created docs/y.md']);
});

test('N10 a plain subscription hears of the folder’s own entries only', async () => {
  const { a, b, quiet } = await openWatched({ path: 'docs' });
  await b.ask('fs.write', { path: 'docs/sub/b.md', content: 'new' });
  await b.ask('fs.write', { path: 'docs/a.md', content: 'new' });
  await a.heard('modified docs/a.md');
  await quiet();
  expect(ours(a.events())).toEqual(['modified docs/a.md']);
});

test('N10 a plain subscription of the root hears of its own entries only', async () => {
  const { a, b } = await openWatched({ path: '' });
  await b.ask('fs.write', { path: 'docs/a.md', content: 'new' });
  await b.ask('fs.write', { path: 'note.md', content: 'new' });
  await a.heard('modified note.md');
  expect(a.events()).toEqual(['modified note.md']);
});

test('N11 a file can be watched, and a path that is not there yet', async () => {
  const { a, b } = await openWatched({ path: 'note.md' });
  await a.ask('fs.watch', { path: 'later/on', recursive: true });
  await b.ask('fs.write', { path: 'note.md', content: 'new' });
  await b.ask('fs.write', { path: 'later/on/x.md', content: 'x' });
  await a.heard('modified note.md', 'created later/on', 'created later/on/x.md');
});

test('N12 after unwatch nothing is told', async () => {
  const { a, b, subscriptionId, quiet } = await openWatched();
  expect(await a.ask('fs.unwatch', { subscriptionId })).toEqual({});
  await b.ask('fs.write', { path: 'note.md', content: 'new' });
  await quiet();
  expect(a.events()).toEqual([]);
});

test('N13 unwatch of anything is fine', async () => {
  const { a, subscriptionId } = await openWatched();
  for (const params of [
    { subscriptionId: 'nope' },
    {},
    undefined,
    { subscriptionId },
    { subscriptionId },
  ]) {
    expect(await a.ask('fs.unwatch', params)).toEqual({});
  }
});

test('N14 nobody ends the subscription of somebody else', async () => {
  const { a, b, subscriptionId } = await openWatched();
  expect(await b.ask('fs.unwatch', { subscriptionId })).toEqual({});
  await b.ask('fs.write', { path: 'note.md', content: 'new' });
  await a.heard('modified note.md');
});

test('N15 a watcher that disconnects disturbs nobody', async () => {
  const { a, b, root } = await openWatched();
  await b.ask('fs.watch', { path: '', recursive: true });
  a.socket.destroy();
  writeFileSync(join(root, 'note.md'), 'after');
  await b.heard('modified note.md');
});

test('N16 strangers watch nothing', async () => {
  const protocol = await openRemote();
  expect(await (await protocol.stranger()).ask('fs.watch', { path: '' })).toBe('E -32000');
});

test('N17 nothing is told but what the user did', async () => {
  const { a, b, quiet } = await openWatched();
  for (const content of ['x', 'y']) await b.ask('fs.write', { path: 'n.md', content });
  await b.ask('fs.append', { path: 'n.md', content: 'z' });
  await b.ask('fs.remove', { path: 'n.md' });
  await a.heard('deleted n.md');
  await quiet();
  expect(ours(a.events()).filter((event) => !event.endsWith(' n.md'))).toEqual([]);
});

test('N18 who writes hears of it, too', async () => {
  const { a } = await openWatched();
  await a.ask('fs.write', { path: 'mine.md', content: 'x' });
  await a.heard('created mine.md');
});

test('N19 the mark of a change comes back with its event, once, and only then', async () => {
  const { a, b } = await openWatched();
  const meta = { cid: 'feedfacedeadbeef' };
  await b.ask('fs.write', { path: 'marked.md', content: 'x' }, { meta });
  await a.heard('created marked.md');
  expect(a.pushes.at(-1)?.meta).toEqual(meta);
  await b.ask('fs.write', { path: 'marked.md', content: 'y' });
  await a.heard('modified marked.md');
  expect(a.pushes.at(-1)).not.toHaveProperty('meta');
  await b.ask('fs.rename', { oldPath: 'marked.md', newPath: 'moved.md' }, { meta });
  await a.heard('deleted marked.md', 'created moved.md');
  expect(a.pushes.slice(-2).map((push) => push.meta)).toEqual([meta, meta]);
});

test('N20 after a folder was renamed, changes in it carry its new name', async () => {
  const { a, b, root } = await openWatched();
  await b.ask('fs.rename', { oldPath: 'docs', newPath: 'papers' });
  await a.heard('deleted docs', 'created papers', 'created papers/sub/b.md');
  writeFileSync(join(root, 'papers/sub/b.md'), 'by another program');
  await a.heard('modified papers/sub/b.md');
  renameSync(join(root, 'papers'), join(root, 'scrolls'));
  await a.heard('deleted papers', 'created scrolls/sub/b.md');
  writeFileSync(join(root, 'scrolls/sub/b.md'), 'and again');
  await a.heard('modified scrolls/sub/b.md');
});

test('N21 neither rights nor times are a change', async () => {
  const { a, root, quiet } = await openWatched();
  chmodSync(join(root, 'note.md'), 0o600);
  utimesSync(join(root, 'note.md'), 5, 5);
  await quiet();
  expect(ours(a.events())).toEqual([]);
});

test('N22 a client that does not read for a while hears of every path in the end', async () => {
  const { a, root, quiet } = await openWatched();
  a.socket.pause();
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 200; i++) writeFileSync(join(root, `busy-${i}.md`), `${round} ${i}`);
    await quiet();
  }
  a.socket.resume();
  for (let i = 0; i < 200; i++) await a.heard(`created busy-${i}.md`);
});

test('N22 a client that never takes its events is sent away', async () => {
  const { a, root, quiet } = await openWatched(undefined, { limits: { changesQueuedMax: 100 } });
  a.socket.pause();
  mkdirSync(join(root, 'many'));
  const long = 'x'.repeat(200);
  for (let i = 0; i < 1500; i++) writeFileSync(join(root, `many/${long}-${i}.md`), '');
  await quiet();
  a.socket.resume();
  await until(() => a.isEnded, 'the end');
});

test('N23 a watch stays inside', async () => {
  const raw = await (await openRemote()).raw();
  expect(await raw.ask('fs.watch', { path: '../x' })).toBe('E -32015');
});

test('every spelling of a watched folder means the folder', async () => {
  for (const path of ['docs/', './docs', '/docs']) {
    const { a, b } = await openWatched({ path, recursive: true });
    await b.ask('fs.write', { path: 'docs/new.md', content: 'x' });
    await a.heard('created docs/new.md');
  }
});

test('each subscription of a connection hears of a change', async () => {
  const { a, b, subscriptionId } = await openWatched();
  const other = (await a.ask('fs.watch', { path: 'docs', recursive: true })) as Record<
    string,
    unknown
  >;
  await b.ask('fs.write', { path: 'docs/a.md', content: 'x' });
  await until(() => a.events().length === 2, 'both events');
  expect(new Set(a.pushes.map(({ params }) => params?.subscriptionId))).toEqual(
    new Set([subscriptionId, other.subscriptionId]),
  );
});

test('a folder above the watched one that goes takes it along', async () => {
  const { a, b } = await openWatched({ path: 'docs/sub', recursive: true });
  await b.ask('fs.rename', { oldPath: 'docs', newPath: 'papers' });
  await a.heard('deleted docs/sub');
});

test('subscriptions have a limit', async () => {
  const raw = await (await openRemote({ limits: { subscriptionsMax: 2 } })).raw();
  for (const expected of [expect.any(Object), expect.any(Object), 'E -32603']) {
    expect(await raw.ask('fs.watch', { path: '' })).toEqual(expected);
  }
});

test('a client that applies every event has the tree of the disk', async () => {
  const { a, b, root, quiet } = await openWatched(undefined, { files: {} });
  const known = new Map<string, true>();
  for (let i = 0; i < 600; i++) plantFile(root, `f${i % 20}/${i}.md`, String(i));
  let deep = '';
  for (let i = 0; i < 60; i++) deep += `${deep === '' ? '' : '/'}d${i}`;
  plantFile(root, `${deep}/leaf.md`, 'x');
  for (let i = 0; i < 10; i++) renameSync(join(root, `f${i}`), join(root, `renamed-${i}`));
  rmSync(join(root, 'f15'), { recursive: true });
  await quiet();
  rmSync(join(root, 'd0/d1/d2'), { recursive: true });
  await quiet();
  const { entries } = (await b.ask('fs.walk', { path: '', recursive: true })) as {
    entries: { path: string }[];
  };
  const onDisk = entries.map(({ path }) => path).sort();
  const apply = (): string[] => {
    known.clear();
    for (const { params } of a.pushes) {
      const path = String(params?.path);
      if (params?.event !== 'deleted') known.set(path, true);
      else
        for (const each of known.keys())
          if (each === path || each.startsWith(`${path}/`)) known.delete(each);
    }
    return [...known.keys()].sort();
  };
  await until(() => apply().length === onDisk.length, 'the whole tree');
  expect(apply()).toEqual(onDisk);
});

test('a client that sees a part hears what leaves it as deleted, and what comes as created', async () => {
  const { a, root, quiet } = await openWatched(undefined, {
    policy: { hidden: true, read: ['docs', 'zz-marks'] },
    files: { 'docs/a.md': 'a', 'docs/sub/b.md': 'b', 'far/c.md': 'c', 'far/d/e.md': 'e' },
  });
  renameSync(join(root, 'docs/a.md'), join(root, 'far/a.md'));
  renameSync(join(root, 'docs/sub'), join(root, 'far/sub'));
  renameSync(join(root, 'far/c.md'), join(root, 'docs/c.md'));
  renameSync(join(root, 'far/d'), join(root, 'docs/d'));
  await quiet();
  expect(ours(a.events()).sort()).toEqual([
    'created docs/c.md',
    'created docs/d',
    'created docs/d/e.md',
    'deleted docs/a.md',
    'deleted docs/sub',
  ]);
});
