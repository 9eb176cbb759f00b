import { expect, test } from 'vitest';
import { openTestSession, openTestVault } from '../../../test/support/vault.ts';
import { agentCreate } from '../agent/create.ts';
import { perform } from '../perform.ts';

test('a vault without a folder for templates has no templates', async () => {
  const session = openTestSession(await openTestVault({ 'a.md': 'x' }));
  expect(await perform(session, agentCreate, {})).toEqual({ templates: [] });
  const asked = { template: 'Daily', path: 'b.md' };
  await expect(perform(session, agentCreate, asked)).rejects.toMatchObject({
    about: { reason: 'templates-not-configured' },
  });
});
