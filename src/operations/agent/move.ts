import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { defineOperation } from '../operation.ts';
import { sayTrace } from './say.ts';
import { trace } from './shapes.ts';
import { noteMissing, parseNotePath } from './target.ts';

const paths = z.array(z.string());

export const agentMove = defineOperation({
  name: 'agent.move',
  summary:
    'Move or rename a note, an attachment or a folder. Links to it, and links in it, are rewritten so that they lead to the same files as before. Missing folders are made; an existing target is refused. One call is one change, and can be undone as one.',
  access: 'write',
  at: { mcp: 'obsidian_move_note' },
  input: z.strictObject({
    path: z.string().min(1).describe('Where it is now, with its extension.'),
    newPath: z.string().min(1).describe('Where it goes, with its extension.'),
    updateLinks: z.boolean().default(true).describe('false: leave links as they are.'),
    dryRun: z
      .boolean()
      .default(false)
      .describe('true: tell what would change, and change nothing.'),
  }),
  output: z.object({
    path: z.string(),
    newPath: z.string(),
    linksUpdated: z.number().int(),
    filesTouched: paths.describe('Files whose links were rewritten.'),
    filesLeft: paths.describe('Files with links that should change, but are not writable here.'),
    dryRun: z.boolean(),
    undoId: trace.undoId,
  }),
  fails: [
    'already-exists',
    'forbidden',
    'invalid-input',
    'not-a-folder',
    'not-found',
    'path-outside-vault',
  ],

  async run(call, { path: asked, newPath, updateLinks, dryRun }) {
    const from = parseNotePath(call, asked);
    const to = parseNotePath(call, newPath, 'write');
    call.policy.requireWrite(from);
    if (call.vault.stat(from) === undefined) throw noteMissing(asked, `Not found: ${asked}`);
    if (from === '' || to === '') throw notTheVault();
    const { signal, progress } = call;
    const options = { updateLinks, dryRun, signal, progress };
    const { step, ...moved } = await call.refactoring.move(from, to, options);
    const { linksUpdated, filesTouched, filesLeft } = moved;
    const undo = step !== undefined && { undoId: step };
    return { path: from, newPath: to, linksUpdated, filesTouched, filesLeft, dryRun, ...undo };
  },
  say: (result) =>
    [
      `**${result.dryRun ? 'Would move' : 'Moved'} ${result.path} → ${result.newPath}**`,
      `*Links updated:* ${result.linksUpdated} in ${result.filesTouched.length} files`,
      ...result.filesTouched.map((path) => `- ${path}`),
      ...(result.filesLeft.length === 0
        ? []
        : [`*Left as they are:* ${result.filesLeft.join(', ')}`]),
      ...sayTrace({ undoId: result.undoId }),
    ].join('\n'),
});

function notTheVault(): VaultError {
  return new VaultError('invalid-input', 'The vault itself cannot be moved.', {
    reason: 'path-is-folder',
    hint: 'Name something inside the vault.',
  });
}
