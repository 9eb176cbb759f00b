import { linkSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder, plant } from '../../../../test/support/folder.ts';
import type { PathPolicy } from '../../../contract/callers.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { openRoot } from './anchor.ts';
import { canonicalPath, targetPath } from './canonical.ts';
import { createPolicy } from './policy.ts';
import { createReading } from './reading.ts';

/** A vault with links inside of it and out of it. */
function plantLinks() {
  const [folder, outside] = [freshFolder(), freshFolder()];
  plant(outside, { 'o.md': 'OUTSIDE' });
  plant(folder, { 'open/a.md': 'A', 'open/sub/b.md': 'B', 'closed/c.md': 'SECRET', 'top.md': 'T' });
  const link = (target: string, path: string) => symlinkSync(target, join(folder, path));
  link('a.md', 'open/to-a.md');
  link('sub', 'open/to-sub');
  link('../closed', 'open/to-closed');
  link('../closed/c.md', 'open/to-c.md');
  link(join(folder, 'top.md'), 'open/whole.md');
  link(join(outside, 'o.md'), 'open/out.md');
  link(outside, 'open/out');
  link('to-self.md', 'open/to-self.md');
  link('nowhere.md', 'open/to-nowhere.md');
  return { root: openRoot(folder), folder };
}

const outcome = async (run: () => unknown) => {
  try {
    return await run();
  } catch (thrown) {
    if (isVaultError(thrown)) return thrown.code;
    throw thrown;
  }
};

/** What every way of reading says of a path. */
async function readAll(policy: PathPolicy, path: string) {
  const { root } = plantLinks();
  const reading = createReading(root, createPolicy(policy));
  return Promise.all([
    outcome(() => reading.stat(p(path))?.type),
    outcome(() => reading.readNow(p(path)).bytes.toString()),
    outcome(async () => (await reading.read(p(path))).bytes.toString()),
    outcome(async () => (await reading.readPart(p(path), 0, 99)).bytes.toString()),
  ]);
}

const same = (type: string | undefined, text: string) => [type, text, text, text];
const open = { read: ['open'] };

test.each<[string, PathPolicy, string, unknown]>([
  ['a file', open, 'open/a.md', same('file', 'A')],
  ['a link to a file', open, 'open/to-a.md', same('file', 'A')],
  ['a file through a linked folder', open, 'open/to-sub/b.md', same('file', 'B')],
  ['a link into a closed folder', open, 'open/to-c.md', same('forbidden', 'forbidden')],
  ['a file through such a link', open, 'open/to-closed/c.md', same('forbidden', 'forbidden')],
  [
    'such a link for one who may read all',
    { hidden: true },
    'open/to-c.md',
    same('file', 'SECRET'),
  ],
  ['a link out of the vault', {}, 'open/out.md', same('path-outside-vault', 'path-outside-vault')],
  ['a file behind it', {}, 'open/out/o.md', same('path-outside-vault', 'path-outside-vault')],
  ['a closed file', open, 'closed/c.md', same('forbidden', 'forbidden')],
  [
    'a file beside what is readable',
    { read: ['top.md/x'] },
    'top.md',
    same('forbidden', 'forbidden'),
  ],
  [
    'a folder on the way to what is readable',
    { read: ['open/sub'] },
    'open',
    same('folder', 'forbidden'),
  ],
  ['nothing', open, 'open/none.md', same(undefined, 'not-found')],
  ['a link to nothing', open, 'open/to-nowhere.md', same(undefined, 'not-found')],
])('%s', async (_what, policy, path, expected) =>
  expect(await readAll(policy, path)).toEqual(expected),
);

test('a listing shows what may be read, and folders on the way to it', async () => {
  const { root } = plantLinks();
  const names = (policy: PathPolicy, path: string) =>
    outcome(() =>
      createReading(root, createPolicy(policy))
        .list(p(path))
        .map(({ name }) => name)
        .sort(),
    );
  expect(await names({ read: ['open/sub'] }, '')).toEqual(['open']);
  expect(await names({ read: ['open/sub'] }, 'open')).toEqual(['sub']);
  expect(await names({ deny: ['closed'] }, '')).toEqual(['open', 'top.md']);
  expect(await names({ hidden: true }, '')).toEqual(['closed', 'open', 'top.md']);
  expect(await names(open, 'open/to-sub')).toEqual(['b.md']);
  expect(await names(open, 'open/to-closed')).toBe('forbidden');
  expect(await names(open, 'closed')).toBe('forbidden');
  expect(await names({}, 'none')).toBe('not-found');
  expect(await names({ read: ['top.md/x'] }, '')).toEqual([]);
});

test('a walk shows the same', async () => {
  const { root } = plantLinks();
  const paths = (policy: PathPolicy, path: string) =>
    outcome(() =>
      [...createReading(root, createPolicy(policy)).walk(p(path), { recursive: true })]
        .map((entry) => entry.path)
        .filter((each) => !each.includes('/to-') && !each.includes('/out'))
        .sort(),
    );
  expect(await paths({ read: ['open/sub'] }, '')).toEqual(['open', 'open/sub', 'open/sub/b.md']);
  expect(await paths({ hidden: true }, 'closed')).toEqual(['closed/c.md']);
  expect(await paths(open, 'open/to-closed')).toBe('forbidden');
  expect(await paths(open, 'closed')).toBe('forbidden');
  expect(await paths({}, 'none')).toBe('not-found');
  const linked = createReading(root, createPolicy(open)).walk(p('open/to-sub'));
  expect([...linked].map((entry) => entry.path)).toEqual(['open/to-sub/b.md']);
});

test('a link into what is closed is refused like what is closed, under its own name', () => {
  const reading = createReading(plantLinks().root, createPolicy(open));
  for (const read of [reading.stat, reading.readNow]) {
    expect(() => read(p('open/to-c.md'))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("'open/to-c.md'"),
        about: expect.objectContaining({
          path: 'open/to-c.md',
          reason: 'path-forbidden',
          data: { op: 'read', subreason: 'outside_read_paths', activeScope: [] },
        }),
      }),
    );
  }
});

test.each([
  ['open/a.md', 'open/a.md', 'open/a.md'],
  ['open/to-a.md', 'open/to-a.md', 'open/a.md'],
  ['open/to-sub/b.md', 'open/sub/b.md', 'open/sub/b.md'],
  ['open/to-closed/new.md', 'closed/new.md', 'closed/new.md'],
  ['open/to-closed/x/new.md', 'closed/x/new.md', 'closed/x/new.md'],
  ['open/whole.md', 'open/whole.md', 'top.md'],
  ['open/to-nowhere.md', 'open/to-nowhere.md', 'open/nowhere.md'],
  ['open/out.md', 'open/out.md', 'path-outside-vault'],
  ['open/out/x.md', 'path-outside-vault', 'path-outside-vault'],
  ['open/to-self.md', 'open/to-self.md', 'path-outside-vault'],
  ['none/x.md', 'none/x.md', 'none/x.md'],
  ['', '', ''],
])('%j is really %j, and written at %j', async (path, real, target) => {
  const { root } = plantLinks();
  expect(await outcome(() => canonicalPath(root, p(path)))).toBe(real);
  if (path !== '') expect(await outcome(() => targetPath(root, p(path)))).toBe(target);
});

test.each([
  ['open/out.md', 'path outside vault: open/out.md'],
  ['open/to-self.md', 'too many links on the way: open/to-self.md'],
])('where %j cannot be written, it is named', (path, message) =>
  expect(() => targetPath(plantLinks().root, p(path))).toThrow(
    expect.objectContaining({ message, about: expect.objectContaining({ path }) }),
  ),
);

test.each([
  [15, 'open/a.md'],
  [16, 'path-outside-vault'],
])('a file behind %d links is written at %j', async (count, target) => {
  const { root, folder } = plantLinks();
  symlinkSync('open/a.md', join(folder, '1'));
  for (let i = 2; i <= count; i++) symlinkSync(`${i - 1}`, join(folder, `${i}`));
  expect(await outcome(() => targetPath(root, p(`${count}`)))).toBe(target);
});

test('a vault that is not in its place any more is said to be so', async () => {
  const { root, folder } = plantLinks();
  const reading = createReading(root, createPolicy({}));
  renameSync(folder, `${folder}-moved`);
  symlinkSync(`${folder}-moved`, folder);
  expect(await outcome(() => reading.readNow(p('top.md')))).toBe('unavailable');
  renameSync(`${folder}-moved`, `${folder}-2`);
  expect(await outcome(() => reading.readNow(p('top.md')))).toBe('not-found');
});

test('a second name of a file is no link', async () => {
  const { root, folder } = plantLinks();
  linkSync(join(folder, 'closed/c.md'), join(folder, 'open/hard.md'));
  const reading = createReading(root, createPolicy(open));
  expect(reading.readNow(p('open/hard.md')).real).toBe('open/hard.md');
});

test('a large file that is saved in place while it is read is one of its versions, never a mixture', async () => {
  const folder = freshFolder();
  const reading = createReading(openRoot(folder), createPolicy({}));
  const toVersion = (round: number) => Buffer.alloc(4_000_000 + round, `${round % 10}`);
  writeFileSync(join(folder, 'film.mp4'), toVersion(0));
  for (let round = 1; round <= 20; round++) {
    const found = reading.read(p('film.mp4'));
    writeFileSync(join(folder, 'film.mp4'), toVersion(round));
    const { bytes, stat } = await found;
    expect(stat.size).toBe(bytes.length);
    expect(bytes.equals(toVersion(bytes.length - 4_000_000))).toBe(true);
  }
});
