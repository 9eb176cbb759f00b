import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';
import { clientShape, describeClient } from './clients-describe.ts';

export const clientsList = defineOperation({
  name: 'clients.list',
  summary: 'Connected clients with their protocols, permissions and numbers of calls.',
  access: 'admin',
  at: { local: 'ListSessions', web: 'clients.list' },
  input: nothing,
  output: z.object({
    clients: z.array(clientShape.extend({ own: z.boolean().describe('It is the one who asks.') })),
  }),
  run: ({ sessions, session }) => ({
    clients: sessions
      .list()
      .map((info) => ({ ...describeClient(info), own: info.id === session.id })),
  }),
});

export const clientsDisconnect = defineOperation({
  name: 'clients.disconnect',
  summary: 'Disconnect a client. It can connect again.',
  access: 'admin',
  at: { local: 'DisconnectSession', web: 'clients.disconnect' },
  input: z.strictObject({ id: z.string().describe('The id of the session, as listed.') }),
  output: z.object({ disconnected: z.string() }),
  fails: ['not-found'],
  run({ sessions }, { id }) {
    if (!sessions.disconnect(id)) throw unknownClient(id);
    return { disconnected: id };
  },
});

export const clientsSetReadOnly = defineOperation({
  name: 'clients.setReadOnly',
  summary:
    'Make a client read-only, or writable again: every session of that name over that protocol, until the daemon stops.',
  access: 'admin',
  at: { local: 'SetSessionReadOnly', web: 'clients.setReadOnly' },
  input: z.strictObject({
    id: z.string().describe('The id of the session, as listed.'),
    readOnly: z.boolean(),
  }),
  output: z.object({ readOnly: z.boolean() }),
  fails: ['not-found'],
  run({ sessions }, { id, readOnly }) {
    if (!sessions.setReadOnly(id, readOnly)) throw unknownClient(id);
    return { readOnly };
  },
});

function unknownClient(id: string): VaultError {
  return new VaultError('not-found', `No client ${id} is connected.`, {
    hint: 'It may have gone by now. List the clients again.',
  });
}
