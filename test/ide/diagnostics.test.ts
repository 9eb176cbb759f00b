import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { IdeClient } from '../support/ide-client.ts';
import { ProtocolHome } from '../support/ide-protocol.ts';
import { until } from '../support/until.ts';

const files = {
  'notes/a b.md': 'x\n\n    code\n\nsee [[Nope]] and [[fine]]\n',
  'notes/fine.md': '# Fine\n',
  '100%20.md': '[[gone]]\n',
  '100 .md': 'fine\n',
  'private/p.md': '[[gone]]\n',
};

interface Entry {
  readonly uri: string;
  readonly diagnostics: readonly { readonly code: string }[];
}

const ask = async (client: IdeClient, args?: object): Promise<Entry[]> => {
  const [text = ''] = await client.tool('getDiagnostics', args);
  return JSON.parse(text);
};

async function begin(given: Readonly<Record<string, string>> = files) {
  const home = await ProtocolHome.open({ files: given, sharing: { exclude: ['private/**'] } });
  const client = await home.enter();
  // The first answers may come before everything is read.
  await until(() => home.engine.status().knowledge?.state === 'ready', 'the index');
  return { home, client, at: (path: string) => join(home.root, path) };
}

test('137 a clean vault has none', async () => {
  const { client } = await begin({ 'a.md': '[[b]]', 'b.md': '' });
  expect(await client.tool('getDiagnostics', {})).toEqual(['[]']);
});

test('138 139 of one file, whose URI comes back as it was asked', async () => {
  const { client, at } = await begin();
  const raw = `file://${at('notes/a b.md')}`;
  const encoded = pathToFileURL(at('notes/a b.md')).href;
  for (const uri of [raw, encoded, at('notes/a b.md')]) {
    expect(await ask(client, { uri })).toEqual([
      {
        uri,
        diagnostics: [
          {
            message: 'No note is named "Nope".',
            severity: 'Warning',
            range: { start: { line: 4, character: 4 }, end: { line: 4, character: 12 } },
            source: 'vaultd',
            code: 'broken-link',
          },
        ],
      },
    ]);
  }
});

test('140 141 files without problems, and files that are not there or not shared', async () => {
  const { client, at } = await begin();
  const fine = `file://${at('notes/fine.md')}`;
  expect(await ask(client, { uri: fine })).toEqual([{ uri: fine, diagnostics: [] }]);
  for (const path of ['none.md', 'private/p.md', '../x.md']) {
    expect(await ask(client, { uri: `file://${at(path)}` })).toEqual([]);
  }
  expect(await ask(client, { uri: 'file:///etc/hosts' })).toEqual([]);
});

test('142 of the whole vault, with raw URIs and nothing that is excluded', async () => {
  const { client, at } = await begin();
  const uris = (await ask(client)).map(({ uri }) => uri).sort();
  expect(uris).toEqual([`file://${at('100%20.md')}`, `file://${at('notes/a b.md')}`]);
});

test('143 a link loses its target through another protocol', async () => {
  const { home, client, at } = await begin({ 'a.md': '[[b]]', 'b.md': '' });
  expect(await ask(client)).toEqual([]);
  rmSync(join(home.root, 'b.md'));
  const broken = [{ uri: `file://${at('a.md')}`, diagnostics: [{ code: 'broken-link' }] }];
  await until(async () => (await ask(client)).length === 1, 'the broken link');
  expect(await ask(client)).toMatchObject(broken);
  writeFileSync(join(home.root, 'b.md'), '');
  await until(async () => (await ask(client)).length === 0, 'the mended link');
});

test('144 an index that is still being built does not delay the answer', async () => {
  const many = Array.from({ length: 800 }, (_, i) => [`n${i}.md`, `[[gone ${i}]]`]);
  const home = await ProtocolHome.open({ files: Object.fromEntries(many) });
  const client = await home.enter();
  const known = (await ask(client)).length;
  expect(known).toBeLessThanOrEqual(200);
  await until(async () => (await ask(client)).length === 200, 'the rest');
});

test('145 at most 200 files and 2,000 problems', async () => {
  const many = Array.from({ length: 250 }, (_, i) => [`n${i}.md`, '[[gone]] '.repeat(20)]);
  const { client } = await begin(Object.fromEntries(many));
  const total = async () => {
    const entries = await ask(client);
    const problems = entries.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0);
    return [entries.length, problems];
  };
  await until(async () => (await total())[1] === 2000, 'the limit');
  expect(await total()).toEqual([100, 2000]);
  const { client: other } = await begin(
    Object.fromEntries(many.map(([path]) => [path ?? '', '[[gone]]'])),
  );
  await until(async () => (await ask(other)).length === 200, 'the limit');
});

test('146 a name that only looks encoded is found as it is', async () => {
  const { client, at } = await begin();
  const uri = `file://${at('100%20.md')}`;
  expect(await ask(client, { uri })).toMatchObject([
    { uri, diagnostics: [{ code: 'broken-link' }] },
  ]);
});
