import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder, harvest } from '../../../../test/support/folder.ts';
import { caller, openTestVault } from '../../../../test/support/vault.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { systemClock } from '../../../kit/clock.ts';
import type { View } from '../../view.ts';
import { openJournal } from '../journal/journal.ts';
import { openRoot } from '../vault/anchor.ts';
import { createSteps } from './steps.ts';

const at = Date.parse('2026-11-18T12:00:00Z');

/** A program opens a note, vaultd changes the vault, and only then the program writes and closes. */
const check = (
  what: string,
  change: (vault: View['vault']) => Promise<unknown>,
  written: string,
  files: Readonly<Record<string, string>>,
) =>
  test.runIf(process.platform === 'linux')(what, async () => {
    const { root, engine } = await openTestVault(
      { 'a.md': 'one\ntwo\nthree\n', 'b.md': 'b\n' },
      { clock: { now: () => at } },
    );
    const program = openSync(join(root, 'a.md'), 'r+');
    await change(engine.as(caller()).vault);
    writeSync(program, written);
    closeSync(program);
    await engine.close();
    expect(harvest(root)).toEqual(files);
  });

const write = (text: string) => (vault: View['vault']) => vault.write(p('a.md'), Buffer.from(text));
const copy = 'a (conflict, other program, 2026-11-18).md';

check(
  'what a program writes to a note that was replaced is joined with it',
  write('ONE\ntwo\nthree\n'),
  'one\ntwo\nTHREE\n',
  { 'a.md': 'ONE\ntwo\nTHREE\n', 'b.md': 'b\n' },
);
check('what cannot be joined becomes a copy', write('ONE\n'), '1ne\ntwo\nthree\n', {
  'a.md': 'ONE\n',
  [copy]: '1ne\ntwo\nthree\n',
  'b.md': 'b\n',
});
check('bytes become a copy', write('ONE\n'), '\0ne', {
  'a.md': 'ONE\n',
  [copy]: '\0ne\ntwo\nthree\n',
  'b.md': 'b\n',
});
check(
  'a note that is written while it is removed comes back',
  (vault) => vault.remove(p('a.md')),
  'ONE',
  { 'a.md': 'ONE\ntwo\nthree\n', 'b.md': 'b\n' },
);
check(
  'a note that is written while another is moved over it becomes a copy',
  (vault) => vault.rename(p('b.md'), p('a.md')),
  'ONE',
  { 'a.md': 'b\n', [copy]: 'ONE\ntwo\nthree\n' },
);
check('a program that writes what was there changes nothing', write('new\n'), 'one', {
  'a.md': 'new\n',
  'b.md': 'b\n',
});

test('a step that is taken back half-way leaves what another program wrote meanwhile', async () => {
  const [vault, folder] = [freshFolder(), freshFolder()];
  const names = ['a.md', 'b.md'];
  for (const name of names) writeFileSync(join(vault, name), 'old');
  const real = openJournal({
    folder,
    durability: 'rename',
    retention: { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY },
    now: Date.now,
  });
  const root = openRoot(vault);
  const steps = createSteps({
    root,
    journal: real,
    durability: 'rename',
    clock: systemClock,
    onChanges: () => {},
  });
  let tries = 0;
  await steps.run({
    by: { protocol: 'local', client: 'test' },
    why: 'test',
    lock: names.map(p),
    plan: async (draft) => {
      tries++;
      for (const name of names) await draft.put(p(name), (old) => Buffer.from(`${old} new`));
      if (tries > 1) return;
      // The program writes at the moment when the step has put `a.md`, and comes to `b.md`.
      const oldOf = draft.old.get.bind(draft.old);
      draft.old.get = (op) => {
        if (op.path === 'b.md') for (const name of names) writeFileSync(join(vault, name), 'typed');
        return oldOf(op);
      };
    },
  });
  await steps.close();
  real.close();
  expect(tries).toBe(2);
  expect(harvest(vault)).toEqual({ 'a.md': 'typed new', 'b.md': 'typed new' });
});
