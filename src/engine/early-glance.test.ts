import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  answers,
  apply,
  cases,
  EarlyStartVault,
  few,
  knownOf,
  longAgo,
  note,
  searches,
  viewOf,
} from '../../test/support/early-start-vault.ts';
import { openEngine } from './engine.ts';
import { Questions } from './knowledge/knowing.ts';

// Another program looks at the vault for us on Linux alone.
const onLinux = describe.runIf(process.platform === 'linux');

let vault: EarlyStartVault;
beforeEach(() => {
  vault = new EarlyStartVault();
});
afterEach(() => vault.remove());

onLinux('after a search that was answered before anything was looked at', () => {
  /** What an engine has left, and what was changed since. */
  async function prepare(count: number): Promise<void> {
    vault.putNotes(count);
    vault.put('f2/g/new.md', 'newcomer');
    rmSync(vault.at('f1/g/n6.md'));
    await vault.leaveSnapshot();
    vault.put('f2/g/new.md', 'secret other', longAgo + 1);
    vault.put('f4/g/n4.md', 'secret', longAgo + 2);
    vault.put('f9/later.md', 'newcomer shared');
  }

  /** What is found then by an engine that read everything anew, by the number of notes. */
  const expected = new Map<number, Awaited<ReturnType<typeof searches>>>();
  beforeAll(async () => {
    for (const count of new Set(cases.map(([, , notes]) => notes))) {
      vault = new EarlyStartVault();
      await prepare(count);
      const rebuilt = await vault.open('anew');
      expected.set(count, (await answers(rebuilt)).found);
      await rebuilt.close();
      vault.remove();
    }
  });

  test.each(cases)('the next answers know of %s', async (_, change, count) => {
    await prepare(count);
    const glanced = await vault.open('state', vault.glance().early);
    const texts = await viewOf(glanced).knownTexts();
    expect(await searches(texts)).toEqual(expected.get(count));
    rmSync(vault.at('f9'), { recursive: true });
    vault.put('f1/g/n6.md', 'shared again', longAgo + 3);
    apply(vault, change);
    const rebuilt = await vault.open('anew');
    expect(await answers(glanced)).toEqual(await answers(rebuilt));
    await Promise.all([glanced.close(), rebuilt.close()]);
  });

  test('a note that was away for a moment is found when it is back', async () => {
    vault.putNotes(few);
    await vault.leaveSnapshot();
    const away = join(vault.base, 'away.md');
    renameSync(vault.at(note), away);
    const glanced = await vault.open('state', vault.glance().early);
    const without = await vault.open('anew');
    const texts = await viewOf(glanced).knownTexts();
    expect(await searches(texts)).toEqual((await answers(without)).found);
    renameSync(away, vault.at(note));
    const rebuilt = await vault.open('anew again');
    expect(await answers(glanced)).toEqual(await answers(rebuilt));
    for (const engine of [glanced, without, rebuilt]) await engine.close();
  });
});

onLinux('while another program looks', () => {
  beforeEach(async () => {
    vault.putNotes(few);
    await vault.leaveSnapshot();
  });

  test('a search that came after it began waits for our own look', async () => {
    const { early } = vault.glance(() => false);
    const engine = await vault.open('state', early);
    await early.glance?.found;
    vault.put(note, 'newcomer', Date.now() / 1000);
    const { searchText } = await viewOf(engine).knownTexts();
    expect((await searchText({ terms: ['newcomer'] })).total).toBe(1);
    await engine.close();
  });

  test('nothing is watched before our own look is wanted, and then everything is', async () => {
    const { early, end } = vault.glance();
    const engine = await vault.open('state', early);
    await viewOf(engine).knownTexts();
    expect(engine.status().knowledge?.watch).toMatchObject({ watched: 0, isReady: false });
    end();
    await knownOf(engine);
    expect(engine.status().knowledge?.watch.isReady).toBe(true);
    expect(engine.status().knowledge?.watch.watched).toBeGreaterThan(5);
    await engine.close();
  });

  test('what was found by texts alone is asked anew once more is known', async () => {
    const engine = await vault.open('state', vault.glance().early);
    const questions = new Questions<{ readonly total: number }>();
    const ask = async () => {
      const { keep, searchText } = await viewOf(engine).knownTexts();
      return keep(questions, 'shared', () => searchText({ terms: ['shared'] }));
    };
    const first = await ask();
    expect(await ask()).not.toBe(first);
    await engine.close();
  });

  /** A look of another program that never ends. */
  function glanceForever() {
    const { early, end } = vault.glance();
    const found = new Promise<undefined>(() => {});
    return { early: { ...early, glance: early.glance && { ...early.glance, found } }, end };
  }

  test('an engine that is closed ends', async () => {
    const { early } = glanceForever();
    const stateDir = vault.stateDir('state');
    const engine = await openEngine({ root: vault.root, stateDir, live: true, early });
    const asked = viewOf(engine).knownTexts();
    await Promise.all([engine.close(), expect(asked).rejects.toThrow('closed before')]);
  });

  test('a program that never ends is not waited for once we have looked ourselves', async () => {
    const { early, end } = glanceForever();
    const engine = await vault.open('state', early);
    const asked = viewOf(engine).knownTexts();
    end();
    expect((await (await asked).searchText({ terms: ['shared'] })).total).toBe(few);
    await engine.close();
  });
});
