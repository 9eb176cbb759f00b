import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';
import { clientShape, describeClient } from './clients-describe.ts';

export const clientsList = defineOperation({
  name: 'clients.list',
  summary: 'Who is connected through which protocol, what they may do, and how they fare.',
  access: 'admin',
  at: { local: 'ListSessions', web: 'clients.list' },
  input: nothing,
  output: z.object({
    clients: z.array(clientShape.extend({ own: z.boolean().describe('It is the one who asks.') })),
  }),
  fails: [],
  run: ({ sessions, session }) => ({
    clients: sessions
      .list()
      .map((info) => ({ ...describeClient(info), own: info.id === session.id })),
  }),
});
