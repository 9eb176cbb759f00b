import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answers,
  apply,
  changes,
  EarlyStartVault,
  few,
  viewOf,
} from '../../test/support/early-start-vault.ts';
import { glanceEarly } from './watch/early-glance.ts';
import { watchEarly } from './watch/early-watch.ts';

/** More than are read without threads, and their snapshot is large. */
const many = 2100;

let vault: EarlyStartVault;
beforeAll(async () => {
  vault = new EarlyStartVault();
  vault.putNotes(many);
  await vault.leaveSnapshot();
});
afterAll(() => vault.remove());

test.runIf(process.platform === 'linux')(
  'a large vault is glanced at, a small one is not',
  async () => {
    const small = new EarlyStartVault();
    small.putNotes(few);
    await small.leaveSnapshot();
    expect(glanceEarly(small.root, small.stateDir('state'), () => true)).toBeUndefined();
    small.remove();

    const { root } = vault;
    const state = vault.stateDir('state');
    const early = glanceEarly(root, state, () => true);
    expect((await early?.glance?.found)?.length).toBe(many + 1);
    const released = glanceEarly(root, state, () => true);
    released?.release();
    expect(await released?.glance?.found).toBeUndefined();
    const engine = await vault.open('state', early);
    const { searchText } = await viewOf(engine).knownTexts();
    expect((await searchText({ terms: ['shared'] })).total).toBe(many);
    // Nobody has asked for more, and it is looked at all the same.
    await early?.glance?.after;
    await engine.close();
  },
);

test('the first answers know of all changes in a vault that is looked at while code is loaded', async () => {
  for (const [name, change] of Object.entries(changes)) {
    if (name.startsWith('a ')) apply(vault, change);
  }
  vault.put('f4/g/late.md', 'newcomer');
  const looking = watchEarly(vault.root, vault.stateDir('state'));
  expect(looking).toBeDefined();
  const [restored, rebuilt] = [await vault.open('state', looking), await vault.open('anew')];
  expect(await answers(restored)).toEqual(await answers(rebuilt));
  await restored.close();
  await rebuilt.close();
});
