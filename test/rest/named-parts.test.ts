import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noteA, outcomeOf, RestHome } from '../support/rest.ts';

const markdown = { 'content-type': 'text/markdown' };
const json = { 'content-type': 'application/json' };
const make = { operation: 'append', 'create-target-if-missing': 'true' };

test('199 a part of the active note is changed, and not the whole of it', async () => {
  const home = await RestHome.open();
  const client = home.client();
  await client.send('POST', '/open/a.md');
  const answer = await client.send('PATCH', '/active/heading/New', 'x', { ...markdown, ...make });
  expect(answer.text).toBe(`${noteA}\n# New\nx\n`);
  expect(answer.headers['content-location']).toBe('a.md');
  expect((await client.get('/active/heading/New')).text).toBe('x\n');
  const put = await client.send('PUT', '/active/heading/New', 'y', markdown);
  expect(put.text).toBe(`${noteA}\n# New\ny\n`);
});

const day = '/periodic/daily/2026/01/05';
const template = {
  '.obsidian/daily-notes.json': '{"folder":"Days","template":"T"}',
  'T.md': '# Log\n\n# Notes\n',
};
const read = (home: RestHome) => readFileSync(join(home.root, 'Days/2026-01-05.md'), 'utf8');

test('201 a missing periodic note is made from its template and patched in one step', async () => {
  const home = await RestHome.open({ files: template });
  const client = home.client();
  const headers = { ...markdown, operation: 'append', 'target-type': 'heading', target: 'Log' };
  const patched = await client.send('PATCH', `${day}/`, 'one', headers);
  expect(patched.text).toBe('# Log\none\n\n# Notes\n');
  expect(read(home)).toBe(patched.text);
  expect(patched.headers['content-location']).toBe('Days/2026-01-05.md');
  const posted = await client.send('POST', `${day}/heading/Log`, 'two', markdown);
  expect(posted.text).toBe('# Log\none\n\ntwo\n\n# Notes\n');
});

test('201 an instruction for a missing periodic note works, one that fails makes nothing', async () => {
  const home = await RestHome.open({ files: template });
  const client = home.client();
  const send = (target: string[]) =>
    client.send(
      'PATCH',
      `${day}/`,
      JSON.stringify({ targetType: 'heading', target, operation: 'append', content: 'x' }),
      json,
    );
  expect(outcomeOf(await send(['Nope']))).toBe('404/40400');
  expect(outcomeOf(await client.get(`${day}/`))).toBe('404/40461');
  expect((await send(['Notes'])).text).toBe('# Log\n\n# Notes\nx\n');
});
