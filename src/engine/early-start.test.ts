import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answers,
  cases,
  EarlyStartVault,
  few,
  knownOf,
  note,
  searches,
  viewOf,
} from '../../test/support/early-start-vault.ts';
import { openEngine } from './engine.ts';
import { watchEarly } from './watch/early-watch.ts';

let vault: EarlyStartVault;
beforeEach(() => {
  vault = new EarlyStartVault();
});
afterEach(() => vault.remove());

// What a start from the snapshot answers is what an engine answers that read everything anew.
test.each(cases)('the first answers after a start know of %s', async (_, change, count) => {
  vault.putNotes(count);
  await vault.leaveSnapshot();
  vault.copyState('glanced');
  change(vault);
  const rebuilt = await vault.open('anew');
  const restored = await vault.open('state');
  const expected = await answers(rebuilt);
  expect(await answers(restored)).toEqual(expected);
  await Promise.all([rebuilt.close(), restored.close()]);

  // So does a search that is answered before anything is looked at, and what is asked after it.
  if (process.platform !== 'linux') return;
  const glanced = await vault.open('glanced', vault.glance().early);
  const texts = await viewOf(glanced).knownTexts();
  expect(await searches(texts)).toEqual(expected.found);
  expect(await answers(glanced)).toEqual(expected);
  await glanced.close();
});

test('changes right after the first answer are in the next one', async () => {
  vault.putNotes(few);
  await vault.leaveSnapshot();
  const engine = await vault.open('state');
  const known = await knownOf(engine);
  expect((await known.searchText({ terms: ['shared'] })).total).toBe(few);
  vault.put(note, 'other words', Date.now() / 1000);
  rmSync(vault.at('f1/g/n6.md'));
  renameSync(vault.at('f3'), vault.at('f3 moved'));
  vault.put('f4/g/late.md', 'newcomer [[n7]]', Date.now() / 1000);
  const rebuilt = await vault.open('anew');
  expect(await answers(engine)).toEqual(await answers(rebuilt));
  await engine.close();
  await rebuilt.close();
  const again = await vault.open('state');
  const last = await vault.open('anew again');
  expect(await answers(again)).toEqual(await answers(last));
  await again.close();
  await last.close();
});

test('a vault without changes is not saved again', async () => {
  vault.putNotes(few);
  const snapshot = await vault.leaveSnapshot();
  const before = statSync(snapshot);
  const second = await vault.open('state');
  await (await knownOf(second)).searchText({ terms: ['shared'] });
  await second.close();
  expect(statSync(snapshot).ino).toBe(before.ino);
});

test('an engine that is closed before it has looked ends, and leaves the snapshot as it was', async () => {
  vault.putNotes(few);
  const snapshot = await vault.leaveSnapshot();
  const before = statSync(snapshot);
  vault.put('f2/g/new.md', 'newcomer');
  const { root } = vault;
  const stateDir = vault.stateDir('state');
  for (const early of [undefined, watchEarly(root, stateDir)]) {
    await (await openEngine({ root, stateDir, live: true, early })).close();
  }
  expect(statSync(snapshot).ino).toBe(before.ino);
  const none = await openEngine({ root, stateDir: vault.stateDir('none'), live: true });
  const asked = knownOf(none);
  await Promise.all([none.close(), expect(asked).rejects.toThrow('closed before')]);
  expect(existsSync(join(vault.stateDir('none'), none.id, 'index'))).toBe(false);
});
