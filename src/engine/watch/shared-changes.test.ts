import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMachine, type TestMachine } from '../../../test/support/machines.ts';
import { MemoryLedger } from '../../../test/support/memory-ledger.ts';
import { parseVaultPath as p } from '../../contract/paths.ts';

const told = async ({ view }: TestMachine, cursor: string, max = 10) => {
  const page = await view.changes.since(cursor, max);
  return page && { ...page, changes: page.changes.map(({ event, path }) => `${event} ${path}`) };
};

test('a cursor holds after a restart and on another machine, as far back as the ledger reaches', async () => {
  const ledger = new MemoryLedger();
  const one = await openMachine(ledger.connect(), 'one', { 'a.md': 'a\n', 'b.md': 'b\n' });
  await one.sync();
  const two = await openMachine(ledger.connect(), 'two');
  await two.sync();
  const cursor = await one.view.changes.cursor();
  await two.view.vault.write(p('a.md'), Buffer.from('A\n'));
  await two.view.vault.remove(p('b.md'));
  await one.sync();
  const { root, stateDir } = one;
  await one.engine.close();
  writeFileSync(join(root, 'c.md'), 'c\n');
  const again = await openMachine(ledger.connect(), 'one', {}, { root, stateDir });

  const changes = ['modified a.md', 'deleted b.md', 'created c.md'];
  const page = await told(again, cursor);
  expect(page).toMatchObject({ changes, more: false });
  expect(await told(two, cursor)).toMatchObject({ changes, more: false });
  expect(await told(again, page?.cursor ?? '')).toMatchObject({ changes: [], more: false });

  const first = await told(again, cursor, 1);
  expect(first).toMatchObject({ changes: ['modified a.md'], more: true });
  const rest = await told(again, first?.cursor ?? '');
  expect(rest).toMatchObject({ changes: changes.slice(1), more: false });

  await ledger.connect().prune({ ageMsMax: 0, bytesMax: 0 });
  expect(await told(again, cursor)).toBeUndefined();
  expect(await told(again, 'nonsense')).toBeUndefined();
});
