import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { isoTime, nothing } from '../shapes.ts';

const machineShape = z.object({
  name: z.string(),
  isThis: z.boolean().describe('It is the machine that answers.'),
  applied: z.int().describe('It has the steps up to this number in its folder.'),
  lag: z.int().describe('Steps that it does not have yet.'),
  conflicts: z.int().describe('Conflict copies that it made and that are still there.'),
  seenAt: isoTime.describe('When it last reported, by the clock of the database.'),
});

export const ledgerStatus = defineOperation({
  name: 'ledger.status',
  summary: 'How the vault is shared: the machines, how up to date each one is, and conflicts.',
  access: 'admin',
  at: { local: 'GetLedger', web: 'ledger.status' },
  input: nothing,
  output: z.object({
    shared: z.boolean(),
    state: z.enum(['in sync', 'catching up', 'away']).optional(),
    problem: z.string().optional().describe('Why the ledger is away, or what failed last.'),
    id: z.string().optional().describe('The id of the vault in the ledger.'),
    name: z.string().optional(),
    machine: z.string().optional().describe('The name of this machine.'),
    applied: z.int().optional().describe('The steps up to this number are in the folder.'),
    head: z.int().optional().describe('The number of the newest step; absent while it is away.'),
    machines: z.array(machineShape),
    conflicts: z.array(z.string()).describe('Copies of versions that did not merge.'),
    tooLarge: z.array(z.string()).describe('Files that are too large to be shared.'),
    clockOffSeconds: z
      .int()
      .optional()
      .describe(
        'How far the clock of this machine is ahead of the database; absent when they agree.',
      ),
    vanished: z
      .int()
      .describe('Files that were all gone from the folder at once; the others keep them.'),
  }),
  async run({ sharing }) {
    if (sharing === undefined) {
      return { shared: false, machines: [], conflicts: [], tooLarge: [], vanished: 0 };
    }
    const [status, facts] = [sharing.status(), await sharing.facts()];
    const { machine, state, conflicts, tooLarge, clockOffMs, ...rest } = status;
    return {
      shared: true,
      ...rest,
      state: facts === undefined ? 'away' : facts.head > rest.applied ? 'catching up' : state,
      ...(facts && { id: facts.vault, name: facts.name, head: facts.head }),
      machine: machine.name,
      ...(clockOffMs !== undefined && { clockOffSeconds: Math.round(clockOffMs / 1000) }),
      conflicts: [...conflicts],
      tooLarge: [...tooLarge],
      machines: (facts?.machines ?? []).map(({ id, name, seenAt, ...reported }) => {
        const isThis = id === machine.id;
        // The report of this machine may be a few seconds old.
        const applied = isThis ? rest.applied : reported.applied;
        return {
          name,
          isThis,
          applied,
          lag: Math.max(0, (facts?.head ?? 0) - applied),
          conflicts: isThis ? conflicts.length : reported.conflicts,
          seenAt: new Date(seenAt).toISOString(),
        };
      }),
    };
  },
});
