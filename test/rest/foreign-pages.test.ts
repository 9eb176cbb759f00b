import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { browserTest, openPage } from '../support/browser.ts';
import { serveForeign } from '../support/foreign-page.ts';
import { RestHome, secretOf } from '../support/rest.ts';

/** What a page tries with a key that it got hold of, and what it read. */
const attempts: [string, (url: string, key: string) => Promise<string>][] = [
  ['reads who answers', async (url) => (await fetch(`${url}/`)).text()],
  [
    'reads a note',
    async (url, key) => {
      const headers = { Authorization: `Bearer ${key}` };
      return (await fetch(`${url}/vault/a.md`, { headers })).text();
    },
  ],
  [
    'writes a note',
    async (url, key) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'text/markdown' };
      return (await fetch(`${url}/vault/a.md`, { method: 'PUT', headers, body: 'hacked' })).text();
    },
  ],
  [
    'writes without asking first',
    async (url) => {
      const init = { method: 'POST', mode: 'no-cors', body: 'hacked' } as const;
      return (await fetch(`${url}/vault/a.md`, init)).text();
    },
  ],
];

/** A page under a name that is not ours, although it is on this machine. */
const foreignName = (url: string) => url.replace('127.0.0.1', 'foreign.localhost');

browserTest('a page of another origin neither reads nor writes, even with a key', async () => {
  const origin = foreignName(await serveForeign('<!doctype html>theirs')).replace(/\/$/, '');
  const home = await RestHome.open({ files: { 'a.md': 'one\n' } });
  const friendly = await RestHome.open({
    files: { 'a.md': 'one\n' },
    settings: { origins: [origin] },
  });
  const { page } = await openPage();
  await page.goto(`${origin}/`);
  const run = (attempt: (url: string, key: string) => Promise<string>, { ports }: RestHome) =>
    page.evaluate(
      async ([source, url, key]) => {
        try {
          const made: typeof attempt = new Function(`return ${source}`)();
          return await made(url ?? '', key ?? '');
        } catch (thrown) {
          return String(thrown);
        }
      },
      [attempt.toString(), `http://127.0.0.1:${ports.http}`, secretOf('k')],
    );
  for (const [what, attempt] of attempts) {
    expect(await run(attempt, home), what).not.toMatch(/one|Local REST API/);
    expect(readFileSync(join(home.root, 'a.md'), 'utf8'), what).toBe('one\n');
  }
  expect(home.sessions.list()).toEqual([]);
  // The same page gets everything where the configuration names it.
  const got = await Promise.all(attempts.slice(0, 2).map(([, attempt]) => run(attempt, friendly)));
  expect(got[0]).toContain('Local REST API');
  expect(got[1]).toBe('one\n');
});
