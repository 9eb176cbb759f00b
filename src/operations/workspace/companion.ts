import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { appRefusals } from '../../contract/workspace.ts';
import { workspaceLimits } from '../../contract/workspace-limits.ts';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

const { commandsOfferedMax, commandIdLengthMax, commandNameLengthMax, appMessageLengthMax } =
  workspaceLimits;

const call = z.string().describe('The id from the event.');

export const workspaceOfferCommands = defineOperation({
  name: 'workspace.offerCommands',
  summary:
    'An app reports the full list of commands that clients can run. The list ends with its connection.',
  access: 'read',
  at: { local: 'OfferCommands' },
  input: z.strictObject({
    commands: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(commandIdLengthMax),
          name: z.string().max(commandNameLengthMax).describe('As the palette shows it.'),
        }),
      )
      .max(commandsOfferedMax),
  }),
  output: nothing,
  run({ workspace, session }, { commands }) {
    workspace.offerCommands(session, commands);
    return {};
  },
});

export const workspaceOpenDone = defineOperation({
  name: 'workspace.openDone',
  summary: 'An app reports whether it shows the note that OpenWanted requested.',
  access: 'read',
  at: { local: 'OpenDone' },
  input: z.strictObject({ call, shown: z.boolean() }),
  output: nothing,
  fails: ['not-found'],
  run({ workspace, session }, { call: id, shown }) {
    const answer = shown ? ({ ok: true } as const) : ({ ok: false, why: 'unknown' } as const);
    if (!workspace.answer(session, id, answer)) throw notAsked(id);
    return {};
  },
});

export const workspaceCommandPending = defineOperation({
  name: 'workspace.commandPending',
  summary: 'An app asks a person before it runs a command, and needs more time.',
  access: 'read',
  at: { local: 'CommandPending' },
  input: z.strictObject({ call }),
  output: nothing,
  fails: ['not-found'],
  run({ workspace, session }, { call: id }) {
    if (!workspace.keepWaiting(session, id)) throw notAsked(id);
    return {};
  },
});

export const workspaceCommandDone = defineOperation({
  name: 'workspace.commandDone',
  summary: 'An app reports the outcome of a command that CommandWanted requested.',
  access: 'read',
  at: { local: 'CommandDone' },
  input: z.strictObject({
    call,
    ok: z.boolean().describe('The command was run.'),
    why: z
      .enum(appRefusals)
      .nullish()
      .describe('Why it did not run: a person declined, the command does not exist, or it failed.'),
    message: z
      .string()
      .max(appMessageLengthMax)
      .nullish()
      .describe('A message for the client that requested it.'),
  }),
  output: nothing,
  fails: ['not-found'],
  run({ workspace, session }, { call: id, ok, why, message }) {
    const answer = ok
      ? ({ ok } as const)
      : ({ ok, why: why ?? 'failed', message: message ?? undefined } as const);
    if (!workspace.answer(session, id, answer)) throw notAsked(id);
    return {};
  },
});

function notAsked(id: string): VaultError {
  return new VaultError('not-found', `No answer to ${id} is waited for.`, {
    hint: 'It came too late, or another app was asked. Nothing has to be done.',
  });
}
