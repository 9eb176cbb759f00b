import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { limits } from '../../../contract/limits.ts';
import { parseVaultPath } from '../../../contract/paths.ts';
import { systemClock } from '../../../kit/clock.ts';
import { openJournal } from '../journal/journal.ts';
import { openRoot } from '../vault/anchor.ts';
import { hashOf } from '../vault/hash.ts';
import { createSteps } from './steps.ts';

test('a large content that goes with older history just before it is needed again is kept', async () => {
  const [vault, folder] = [freshFolder(), freshFolder()];
  const path = parseVaultPath('film.mp4');
  const old = Buffer.alloc(limits.journalInlineBytesMax + 1, 'o');
  writeFileSync(join(vault, path), old);
  const real = openJournal({
    folder,
    durability: 'rename',
    retention: { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY },
    now: Date.now,
  });
  const steps = createSteps({
    root: openRoot(vault),
    journal: {
      ...real,
      begin(step, contents) {
        rmSync(join(folder, 'large', hashOf(old)));
        return real.begin(step, contents);
      },
    },
    durability: 'rename',
    clock: systemClock,
    onChanges: () => {},
  });
  await steps.run({
    by: { protocol: 'local', client: 'test' },
    why: 'test',
    lock: [path],
    plan: (draft) => draft.put(path, Buffer.from('new')).then(() => undefined),
  });
  await steps.close();
  expect(real.read(hashOf(old))?.equals(old)).toBe(true);
  real.close();
});
