import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import { caller, harvest, openTestVault } from '../../../../test/support/vault.ts';
import type { Caller } from '../../../contract/callers.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import type { View } from '../../view.ts';

const start = { 'a.md': '1\n2\n3\n', 'd/b.md': 'b', 'd/e/c.md': 'c\n', empty: null };
const names = ['a.md', 'd/b.md', 'd/e/c.md', 'new.md', 'x/y.md', 'd', 'd/e', 'empty', 'x'];
const agent: Caller = {
  ...caller({ hidden: true, approve: true }, 'claude'),
  protocol: 'rest',
};

const actions = fc.array(
  fc.record({
    kind: fc.nat({ max: 10 }),
    one: fc.constantFrom(...names),
    two: fc.constantFrom(...names),
    text: fc.constantFrom('1\n2\n3\n', 'one\n2\nthree\n', '1\n2\n3\n4\n', '', 'other'),
  }),
  { minLength: 1, maxLength: 8 },
);
type Action = (typeof actions extends fc.Arbitrary<infer T> ? T : never)[number];

/** Tries one change in each way there is. What is refused says why. */
async function act(
  { vault, notes, history, refactoring }: View,
  { kind, one, two, text }: Action,
  lastStep: string,
): Promise<unknown> {
  const [path, other, bytes] = [p(one), p(two), Buffer.from(text)];
  const ways = [
    () => vault.write(path, bytes),
    () => vault.append(path, bytes),
    () => vault.remove(path),
    () => vault.removeFolder(path, { recursive: true }),
    () => vault.rename(path, other),
    () => vault.copy(path, other),
    () => vault.trash(path),
    () => vault.makeFolder(path, { recursive: true }),
    () => notes.update(path, () => text, { create: true }),
    () => history.undo(lastStep),
    () => refactoring.move(path, other),
  ];
  const way = ways[kind] ?? (() => undefined);
  try {
    return await way();
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    return thrown.about.data?.approval;
  }
}

test('what was never accepted never reaches a file', () =>
  fc.assert(
    fc.asyncProperty(actions, fc.infiniteStream(fc.nat({ max: 2 })), async (list, dice) => {
      const { engine, root } = await openTestVault(start);
      const owner = engine.as(caller());
      await owner.vault.write(p('a.md'), Buffer.from('1\n2\n3\nfour\n'));
      const last = owner.history.log()[0]?.id ?? '';
      const before = harvest(root);
      for (const action of list) await act(engine.as(agent), action, last);
      expect(harvest(root)).toEqual(before);
      expect(owner.history.log()).toHaveLength(1);
      // Rejected, in parts or as a whole, or left to wait: the files stay as they are.
      for (const { id } of owner.approvals.list()) {
        const [first] = owner.approvals.parts(id);
        const fate = dice.next().value;
        if (fate === 0 && first) await owner.approvals.reject(id, { parts: [first.id] });
        if (fate === 1) await owner.approvals.reject(id);
      }
      expect(harvest(root)).toEqual(before);
    }),
    { numRuns: 30 },
  ));

test('what is accepted does what the agent would have done itself', () =>
  fc.assert(
    fc.asyncProperty(actions, async (list) => {
      const [asked, made] = [await openTestVault(start), await openTestVault(start)];
      const owner = asked.engine.as(caller());
      for (const action of list) {
        const id = await act(asked.engine.as(agent), action, '');
        if (typeof id === 'string') await owner.approvals.accept(id);
        await act(made.engine.as(caller()), action, '');
        expect(harvest(asked.root)).toEqual(harvest(made.root));
      }
    }),
    { numRuns: 25 },
  ));
