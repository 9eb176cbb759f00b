import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { unknownClient } from './clients-unknown-client.ts';

export const clientsDisconnect = defineOperation({
  name: 'clients.disconnect',
  summary: 'End the connection of a client. Nothing keeps it from coming back.',
  access: 'admin',
  at: { local: 'DisconnectSession', web: 'clients.disconnect' },
  input: z.strictObject({ id: z.string().describe('Of the session, as listed.') }),
  output: z.object({ disconnected: z.string() }),
  fails: ['not-found'],
  run({ sessions }, { id }) {
    if (!sessions.disconnect(id)) throw unknownClient(id);
    return { disconnected: id };
  },
});
