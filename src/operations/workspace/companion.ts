import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { appRefusals } from '../../contract/workspace.ts';
import { workspaceLimits } from '../../contract/workspace-limits.ts';
import { defineOperation } from '../operation.ts';
import { nothing } from '../shapes.ts';

const { commandsOfferedMax, commandIdLengthMax, commandNameLengthMax, appMessageLengthMax } =
  workspaceLimits;

const call = z.string().describe('Of the event that asked.');

export const workspaceOfferCommands = defineOperation({
  name: 'workspace.offerCommands',
  summary:
    'An app says which commands clients can ask it to run, as a whole. They are forgotten when it leaves.',
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
  summary: 'An app says whether it shows the note that OpenWanted asked for.',
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
  summary: 'An app asks a person before it runs a command, and needs longer to answer.',
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
  summary: 'An app says what became of the command that CommandWanted asked for.',
  access: 'read',
  at: { local: 'CommandDone' },
  input: z.strictObject({
    call,
    ok: z.boolean().describe('The command was run.'),
    why: z
      .enum(appRefusals)
      .nullish()
      .describe('Why not: a person said no, there is no such command, or it failed.'),
    message: z.string().max(appMessageLengthMax).nullish().describe('For the client that asked.'),
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
