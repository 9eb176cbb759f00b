import { beforeAll, expect } from 'vitest';
import { TestApp } from '../support/app.ts';
import { browserTest } from '../support/browser.ts';
import { atFileEnd } from '../support/file-end.ts';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';

let home: VaultHome;

const names = Array.from({ length: 600 }, (_, at) => `Notes/${String(at).padStart(3, '0')}.md`);

beforeAll(async () => {
  home = new VaultHome(Object.fromEntries(names.map((name) => [name, 'text\n'])));
  atFileEnd(() => home.remove());
  await home.serve();
});

browserTest('34: tabs that were never shown are reported and stay unloaded', async () => {
  const app = await TestApp.open(home, { isWaiting: true });
  for (const name of names.slice(0, 19)) await app.do('restore', name);
  await app.start();
  await app.do('open', names[19], 'tab');
  await app.reported({ open: names.slice(0, 20), active: names[19] });
  expect(await app.do('deferredCount')).toBe(19);
});

browserTest('35: of 600 tabs 500 are reported, the active one among them', async () => {
  const app = await TestApp.open(home, { isWaiting: true });
  await app.eval(`${JSON.stringify(names)}.forEach((name) => standIn.driver.restore(name))`);
  await app.start();
  await app.do('goTo', names[599]);
  await app.reported({ active: names[599], open: [...names.slice(0, 499), names[599]] });
});

browserTest('21, 38: many moves make few reports, and silence repeats the last one', async () => {
  const app = await TestApp.open(home, { hasClock: true });
  await app.attached();
  await app.do('open', names[0]);
  await app.reported({ active: names[0] });
  await app.page.clock.pauseAt((await app.eval<number>('Date.now()')) + 1000);
  const before = app.reports().length;
  for (let at = 1; at <= 20; at++) {
    await app.eval(`for (let i = 0; i < 10; i++) standIn.driver.select([0, 0], [0, ${at} % 4])`);
    await app.page.clock.runFor(50);
  }
  await app.do('select', [0, 1], [0, 4]);
  await app.page.clock.runFor(100);
  await app.reported({ text: 'ext' });
  expect(app.reports().length - before).toBeLessThanOrEqual(5);
  const last = app.reports().length;
  await app.page.clock.runFor(5 * 60 * 1000);
  await app.sends('SetEditorState', last + 1);
  expect(app.reports().at(-1)).toEqual(app.reports().at(-2));
});

browserTest(
  '42: a note that stays unsaved for long stays so in reports until it is saved',
  async () => {
    const app = await TestApp.open(home, { hasClock: true });
    await app.attached();
    await app.do('open', names[1]);
    await app.do('select', [0, 0]);
    await app.page.clock.pauseAt((await app.eval<number>('Date.now()')) + 1000);
    // The app saves two seconds after the last key.
    for (let second = 1; second <= 5; second++) {
      await app.do('type', `${second}`);
      await app.page.clock.runFor(1000);
      await app.reported({ dirty: [names[1]] });
    }
    expect(home.tree()[names[1] ?? '']).toBe('text\n');
    await app.page.clock.runFor(2000);
    await until(() => home.tree()[names[1] ?? ''] === '12345text\n', 'the save');
    await app.page.clock.resume();
    await app.reported({ dirty: [] });
  },
);
