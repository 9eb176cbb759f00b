import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { limits } from '../../../contract/limits.ts';
import { parseVaultPath } from '../../../contract/paths.ts';
import { systemClock } from '../../../kit/clock.ts';
import { openJournal } from '../journal/journal.ts';
import { openRoot } from '../vault/anchor.ts';
import { createSteps } from './steps.ts';

const path = parseVaultPath('a.md');
const retention = {
  ageMsMax: Number.POSITIVE_INFINITY,
  bytesMax: Number.POSITIVE_INFINITY,
};

/** Adopts a change of a file that holds `onDisk` by now, and says what the history has of it. */
async function adopt(before: string | undefined, after: string, onDisk = after) {
  const [vault, folder] = [freshFolder(), freshFolder()];
  writeFileSync(join(vault, path), onDisk, { mode: 0o644 });
  const open = { folder, durability: 'fsync' as const, retention, now: Date.now };
  const journal = openJournal(open);
  const root = openRoot(vault);
  const options = { root, journal, durability: 'fsync' as const, clock: systemClock };
  const steps = createSteps({ ...options, onChanges: () => {} });
  await steps.adopt({
    by: { protocol: 'ide', client: 'claude-code' },
    why: 'edit a.md',
    path,
    before: before === undefined ? undefined : { bytes: Buffer.from(before), mode: 0o644 },
    after: Buffer.from(after),
  });
  await steps.close();
  journal.close();
  const again = openJournal(open);
  const made = again.steps().map(({ outcome, client, ops: [op] }) => ({
    outcome,
    client,
    before: op?.op === 'put' && op.before?.type === 'file' ? again.read(op.before.hash) : undefined,
    after: op?.op === 'put' && op.after.type === 'file' ? again.read(op.after.hash) : undefined,
  }));
  again.close();
  expect(readFileSync(join(vault, path), 'utf8')).toBe(onDisk);
  return made.map((step) => ({
    ...step,
    before: step.before?.toString(),
    after: step.after?.toString(),
  }));
}

const step = { outcome: 'done', client: 'claude-code' };

test('a change that another program made is kept with its old and new content', async () => {
  expect(await adopt('old', 'new')).toEqual([{ ...step, before: 'old', after: 'new' }]);
  expect(await adopt(undefined, 'new')).toEqual([{ ...step, before: undefined, after: 'new' }]);
});

test('what is not on disk, or too large for the journal, is left out', async () => {
  expect(await adopt('old', 'new', 'something else')).toEqual([]);
  expect(await adopt('x'.repeat(limits.journalInlineBytesMax + 1), 'new')).toEqual([]);
});
