import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { unknownClient } from './clients-unknown-client.ts';

export const clientsSetReadOnly = defineOperation({
  name: 'clients.setReadOnly',
  summary:
    'Let a client only read, or write again: every session of that name at that protocol, until the daemon ends.',
  access: 'admin',
  at: { local: 'SetSessionReadOnly', web: 'clients.setReadOnly' },
  input: z.strictObject({
    id: z.string().describe('Of the session, as listed.'),
    readOnly: z.boolean(),
  }),
  output: z.object({ readOnly: z.boolean() }),
  fails: ['not-found'],
  run({ sessions }, { id, readOnly }) {
    if (!sessions.setReadOnly(id, readOnly)) throw unknownClient(id);
    return { readOnly };
  },
});
