import { expect, test } from 'vitest';
import { caller, harvest, openTestSession, openTestVault } from '../../../test/support/vault.ts';
import { parseVaultPath as p } from '../../contract/paths.ts';
import { type StepProgress, toFraction } from '../../contract/progress.ts';
import { bulkEdit } from '../../operations/bulk/edit.ts';
import type { ChangeOptions } from '../store/files.ts';
import type { View } from '../view.ts';

/** More than are planned in two turns: whoever waits hears of planning twice. */
const many = 130;
/** More than are planned in one turn: enough to give up in between. */
const some = 66;

/** One note that all others link to, and a tag and a property that all have. */
function crowd(count: number, tag: string): Record<string, string> {
  const files: Record<string, string> = { 'Hub.md': 'hub' };
  for (let number = 0; number < count; number++) {
    files[`n/${number}.md`] = `---\nstate: open\n---\n[[Hub]] #${tag} ${number}\n`;
  }
  return files;
}

type Work = (view: View, options: ChangeOptions) => Promise<unknown>;

const works: Readonly<Record<string, Work>> = {
  'a move': ({ refactoring }, options) =>
    refactoring.move(p('Hub.md'), p('deep/Centre.md'), options),
  'a renamed tag': ({ refactoring }, options) => refactoring.renameTag('old', 'new', options),
  'a renamed property': ({ refactoring }, options) =>
    refactoring.renameProperty('state', 'status', options),
  'an undo': async ({ history }, options) => history.undo(history.log()[0]?.id ?? '', options),
};

/** What was done before is a part of the state before; an undo takes it back, so for that it is much. */
async function open(name: string, count: number) {
  const isUndo = name === 'an undo';
  const { engine, root } = await openTestVault(crowd(count, isUndo ? 'older' : 'old'));
  const view = engine.as(caller());
  if (isUndo) await view.refactoring.renameTag('older', 'old');
  else await view.vault.write(p('before.md'), Buffer.from('before'));
  return { view, root, before: harvest(root), steps: view.history.log().length };
}

/** Does it, gives up in a stage, and sees that all is as before. */
async function giveUp(name: string, work: Work, stage: StepProgress['stage'], count: number) {
  const { view, root, before, steps } = await open(name, count);
  const given = new AbortController();
  const progress = (step: StepProgress) => {
    if (step.stage === stage) given.abort();
  };
  const working = work(view, { progress, signal: given.signal });
  await expect(working).rejects.toMatchObject({ name: 'AbortError' });
  expect(harvest(root)).toEqual(before);
  const kept = view.history.log().filter(({ outcome }) => outcome !== 'aborted');
  expect(kept).toHaveLength(steps);
  return { view, root, before };
}

for (const [name, work] of Object.entries(works)) {
  test(`${name} that is given up while planning leaves nothing behind, and can be done right after`, async () => {
    const { view, root, before } = await giveUp(name, work, 'planning', some);
    await work(view, {});
    expect(harvest(root)).not.toEqual(before);
  });

  test(`${name} that is given up while writing leaves nothing behind, and tells how far it is right after`, async () => {
    const { view, root, before } = await giveUp(name, work, 'writing', many);
    const told: StepProgress[] = [];
    await work(view, { progress: (step) => told.push(step) });
    expect(harvest(root)).not.toEqual(before);
    // Planning comes first, then writing.
    expect(new Set(told.map(({ stage }) => stage))).toEqual(new Set(['planning', 'writing']));
    const fractions = told.map(toFraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    for (const { done, total } of told) {
      expect(done).toBeLessThanOrEqual(total);
      expect(total).toBeGreaterThanOrEqual(many);
    }
  });
}

test('a bulk edit tells how far it is, and can be given up', async () => {
  const vault = await openTestVault(crowd(some, 'older'));
  const before = harvest(vault.root);
  const session = openTestSession(vault);
  const input = {
    where: { tag: 'older' },
    edit: { type: 'setProperty', key: 'state', value: 'done' },
  };
  for (const stage of ['planning', 'writing'] as const) {
    const giveUp = new AbortController();
    const outcome = await session.dispatch(bulkEdit, input, giveUp.signal, (step) => {
      if (step.stage === stage) giveUp.abort();
    });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(harvest(vault.root)).toEqual(before);
  }
  expect(await session.dispatch(bulkEdit, input)).toMatchObject({ ok: true });
});

test('a small change has nothing to tell', async () => {
  const { engine } = await openTestVault({ 'a.md': '[[b]]', 'b.md': '' });
  const told: StepProgress[] = [];
  const { refactoring } = engine.as(caller());
  await refactoring.move(p('b.md'), p('c.md'), { progress: (step) => told.push(step) });
  expect(told).toEqual([]);
});
