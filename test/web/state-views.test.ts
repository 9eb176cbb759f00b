import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { browserTest, openDashboard } from '../support/browser.ts';
import { findBarriers, goTo } from '../support/dashboard.ts';
import { VaultHome } from '../support/vault-daemon.ts';
import { home, serveGarden, visit } from './garden.ts';

serveGarden();

browserTest('clients are listed with their protocols and what they may do', async () => {
  const page = await visit('#/clients', '.client');
  expect(await page.locator('.clients').textContent()).toContain('this page');
});

browserTest('health shows plots and the state of the vault', async () => {
  const page = await visit('#/health', '.plot polyline');
  expect(await page.locator('.vault-health').textContent()).toContain(
    'Indexstateready'.slice(0, 5),
  );
  expect(await page.locator('.plot').count()).toBe(4);
});

browserTest('health marks a protocol that cannot open, and says why', async () => {
  const taken = new VaultHome({ 'a.md': 'x' });
  onTestFinished(() => taken.remove());
  const other = createServer();
  onTestFinished(() => void other.close());
  mkdirSync(join(taken.base, '.obsidian-remote'));
  await once(other.listen(join(taken.base, '.obsidian-remote/server.sock')), 'listening');
  await taken.serve();
  const { page } = await openDashboard(taken);
  await goTo(page, '#/health');
  const marked = page.locator('.protocol-list li', { has: page.locator('.dot.warn') });
  await marked.waitFor();
  expect(await marked.textContent()).toContain('another daemon answers there');
  expect(await page.locator('.protocol-list .dot.good').count()).toBeGreaterThan(2);
});

browserTest('machines are shown with lag, conflicts and who did what where', async () => {
  const page = await visit('#/machines', '.empty');
  expect(await page.locator('.empty').textContent()).toContain('This vault is not shared');
  const answers: Record<string, object> = {
    'ledger.status': {
      ...{ shared: true, state: 'catching up', machine: 'laptop', applied: 5, head: 7 },
      clockOffSeconds: 3600,
      ...{ conflicts: ['Home (conflict, laptop, 2026-11-18).md'], tooLarge: [], vanished: 0 },
      machines: [
        { name: 'laptop', isThis: true, lag: 2, conflicts: 1, seenAt: '2026-11-18T12:00:00Z' },
        { name: 'server', isThis: false, lag: 0, conflicts: 0, seenAt: '2026-11-18T12:00:00Z' },
      ],
    },
    'activity.list': {
      entries: [
        {
          ...{ kind: 'step', id: 'x', at: '2026-11-18T12:00:00Z', protocol: 'mcp' },
          ...{ client: 'claude', machine: 'server', why: '', filesTotal: 1 },
          files: [{ what: 'changed', path: 'Home.md' }],
        },
      ],
      more: false,
    },
  };
  await page.route('**/api/call', async (route) => {
    const { operation } = route.request().postDataJSON();
    const value = answers[operation];
    return value === undefined ? route.continue() : route.fulfill({ json: { ok: true, value } });
  });
  await page.locator('.machine-steps a').waitFor();
  const texts = await page.locator('.machines').textContent();
  expect(texts).toContain('laptop (this machine)2 steps behind1 conflict');
  expect(texts).toContain('claude on server edited Home');
  expect(texts).toContain('ahead of that of the database');
  expect(await findBarriers(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
});

browserTest('where nothing waits for a decision, the page says so', async () => {
  const page = await visit('#/review', '.empty');
  expect(await page.locator('.empty').textContent()).toContain('Nothing to review');
});

browserTest('the page fits a phone', async () => {
  const { page, problems } = await openDashboard(home, { viewport: { width: 390, height: 780 } });
  const titles = {
    activity: 'Activity',
    notes: 'Notes',
    'notes/Home.md': 'Home',
    search: 'Search',
    graph: 'Graph',
    'graph/Home.md': 'Graph',
    tasks: 'Tasks',
    'tags/start': '#start',
    approvals: 'Approvals',
    review: 'Review',
    clients: 'Clients',
    health: 'Health',
    machines: 'Machines',
  };
  for (const [view, title] of Object.entries(titles)) {
    await goTo(page, `#/${view}`);
    // Until a view has been fetched, the one before is still shown.
    await page.locator('h1:visible', { hasText: title }).first().waitFor();
    await page.locator('.bar:visible').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(problems).toEqual([]);
});
