import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canRunAsOrdinaryUser } from '../../faults/refused.ts';
import { fixture, openRemote, type RawRemote } from '../support/remote.ts';
import { RemoteHome } from '../support/remote-process.ts';

interface Walked {
  readonly entries: readonly { readonly path: string; readonly mtime: number }[];
  readonly truncated: boolean;
}

const whole = [
  ...['docs', 'docs/a.md', 'docs/sub', 'docs/sub/b.md'],
  ...['empty', 'img', 'img/logo.png', 'note.md'],
];

const walk = async (raw: RawRemote, params: object): Promise<Walked> =>
  (await raw.ask('fs.walk', { path: '', ...params })) as Walked;
const pathsOf = ({ entries }: Walked): string[] => entries.map(({ path }) => path);

test('R10, R11 and R12 walk goes down when asked to, a folder before its contents', async () => {
  const raw = await (await openRemote()).raw();
  const deep = await walk(raw, { recursive: true });
  expect(pathsOf(deep)).toEqual(whole);
  expect(deep.truncated).toBe(false);
  expect(pathsOf(await walk(raw, {}))).toEqual(['docs', 'empty', 'img', 'note.md']);
  expect(pathsOf(await walk(raw, { path: 'docs', recursive: true }))).toEqual(whole.slice(1, 4));
});

test('R13, R14 and R15 maxEntries ends a walk, and says so only when something is left', async () => {
  const raw = await (await openRemote()).raw();
  const three = await walk(raw, { recursive: true, maxEntries: 3 });
  expect([pathsOf(three), three.truncated]).toEqual([whole.slice(0, 3), true]);
  for (const maxEntries of [8, 0, -5]) {
    const all = await walk(raw, { recursive: true, maxEntries });
    expect([pathsOf(all), all.truncated]).toEqual([whole, false]);
  }
});

/** All pages of a walk, as the client asks for them. */
async function walkInPages(raw: RawRemote, params: object): Promise<string[]> {
  const paths: string[] = [];
  for (;;) {
    const page = await walk(raw, { recursive: true, ...params, offset: paths.length });
    expect(page.entries.length > 0 || !page.truncated).toBe(true);
    paths.push(...pathsOf(page));
    if (!page.truncated) return paths;
  }
}

test('R16 pages of a walk make the whole', async () => {
  const raw = await (await openRemote()).raw();
  expect(await walkInPages(raw, { maxEntries: 3 })).toEqual(whole);
  expect(pathsOf(await walk(raw, { recursive: true, offset: -3 }))).toEqual(whole);
  expect(await walk(raw, { recursive: true, offset: 99 })).toEqual({
    entries: [],
    truncated: false,
  });
});

test('R17, R18 and R19 folders of ignored names are passed over, files are not', async () => {
  const raw = await (await openRemote()).raw();
  const ignore = ['docs', '', 'note.md'];
  const rest = ['empty', 'img', 'img/logo.png', 'note.md'];
  expect(pathsOf(await walk(raw, { recursive: true, ignore }))).toEqual(rest);
  expect(await walkInPages(raw, { ignore, maxEntries: 1 })).toEqual(rest);
});

test('R20 what is in a folder comes before its longer-named siblings', async () => {
  const files = { 'dir/x': '', 'dir-a': '', 'dir.md': '' };
  const raw = await (await openRemote({ files })).raw();
  expect(pathsOf(await walk(raw, { recursive: true }))).toEqual([
    'dir',
    'dir/x',
    'dir-a',
    'dir.md',
  ]);
});

test('a walk lists links without entering them, and starts at one', async () => {
  const { raw, root } = await openRemote();
  symlinkSync('docs', join(root, 'linked'));
  const client = await raw();
  expect(pathsOf(await walk(client, { recursive: true }))).toContain('linked');
  expect(pathsOf(await walk(client, { path: 'linked', recursive: true }))).toEqual([
    ...['linked/a.md', 'linked/sub', 'linked/sub/b.md'],
  ]);
});

test.skipIf(!canRunAsOrdinaryUser())(
  'R22 and R39 what may not be read is left out of a walk, and denied to a read',
  async () => {
    const home = new RemoteHome({ ...fixture, 'closed/x.md': 'x', 'closed.md': 'x' });
    const options = home.asOrdinaryUser();
    chmodSync(join(home.vault, 'closed'), 0);
    onTestFinished(() => chmodSync(join(home.vault, 'closed'), 0o755));
    chmodSync(join(home.vault, 'closed.md'), 0);
    await home.start(undefined, options);
    const raw = await home.ways().raw();
    const walked = await walk(raw, { recursive: true });
    expect(pathsOf(walked)).toEqual(['closed', 'closed.md', ...whole]);
    expect(walked.truncated).toBe(false);
    expect(await raw.ask('fs.readText', { path: 'closed.md' })).toBe('E -32014');
    expect(await raw.ask('fs.readBinary', { path: 'closed.md' })).toBe('E -32014');
  },
);

test('R23 a long walk that is asked for again sees what has changed since', async () => {
  const files = Object.fromEntries(Array.from({ length: 1200 }, (_, n) => [`f/${n}.txt`, '']));
  const { root, client: open } = await openRemote({ live: true, files });
  const client = await open();
  const walk = async () => {
    const { entries } = await client.call('fs.walk', { path: '', recursive: true });
    return entries.map(({ path, size }) => `${path} ${size}`);
  };
  const first = await walk();
  expect(first).toHaveLength(1201);
  expect(await walk()).toEqual(first);
  writeFileSync(join(root, 'f/7.txt'), 'longer');
  expect((await walk()).filter((entry) => !first.includes(entry))).toEqual(['f/7.txt 6']);
  renameSync(join(root, 'f'), join(root, 'g'));
  expect((await walk()).every((entry) => entry.startsWith('g'))).toBe(true);
  mkdirSync(join(root, 'node_modules/x'), { recursive: true });
  expect(await walk()).toContain('node_modules/x 0');
  rmSync(join(root, 'node_modules/x'), { recursive: true });
  expect(await walk()).not.toContain('node_modules/x 0');
});

test('R23 a walk that would not fit a reply ends early and goes on by offset', async () => {
  const { raw, root } = await openRemote({ files: {} });
  const long = 'x'.repeat(240);
  // A page holds 50,000 entries or 12 MiB, whichever comes first; deep names reach the second.
  const deep = Array.from({ length: 11 }, (_, n) => `${long}${n}`).join('/');
  mkdirSync(join(root, deep), { recursive: true });
  for (let i = 0; i < 4900; i++) writeFileSync(join(root, deep, `${i}.md`), '');
  const client = await raw();
  const start = client.chunks.length;
  const first = await walk(client, { recursive: true });
  const bytes = client.chunks.slice(start).reduce((sum, chunk) => sum + chunk.length, 0);
  expect(first.truncated).toBe(true);
  expect(bytes).toBeLessThan(16 * 1024 * 1024);
  const offset = first.entries.length;
  const rest = await walk(client, { recursive: true, offset });
  expect(rest.truncated).toBe(false);
  expect(new Set([...pathsOf(first), ...pathsOf(rest)]).size).toBe(4911);
  expect(offset + rest.entries.length).toBe(4911);
});
