import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { joinPath, nameOf, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import { oneLine } from '../../kit/one-line.ts';
import { withEndingOf } from '../bundle/new-path.ts';
import { requireNewPath } from '../new-name.ts';
import { type Call, defineOperation } from '../operation.ts';
import { sayCount, sayTrace } from './say.ts';
import { trace } from './shapes.ts';
import { locateNamed, parseNotePath } from './target.ts';

const paths = z.array(z.string());

export const agentMove = defineOperation({
  name: 'agent.move',
  summary:
    'Move or rename a note, an attachment or a folder, and keep all links right. An existing target is refused.',
  access: 'write',
  at: { mcp: 'obsidian_move_note' },
  input: z.strictObject({
    path: z.string().min(1).describe('Path or name.'),
    newPath: z.string().min(1).describe('New path, or a folder with "/" at its end.'),
    updateLinks: z.boolean().default(true),
    dryRun: z.boolean().default(false),
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
    const from = await findMoved(call, asked);
    const to = destinationOf(call, from, newPath);
    call.policy.requireWrite(from);
    if (from === '' || to === '') throw notTheVault();
    requireNewPath(call, to, from);
    const { signal, progress } = call;
    const options = { updateLinks, dryRun, signal, progress };
    const { step, ...moved } = await call.refactoring.move(from, to, options);
    const { linksUpdated, filesTouched, filesLeft } = moved;
    const undo = step !== undefined && { undoId: step };
    return { path: from, newPath: to, linksUpdated, filesTouched, filesLeft, dryRun, ...undo };
  },
  say: (result) =>
    [
      oneLine`**${result.dryRun ? 'Would move' : 'Moved'} ${result.path} → ${result.newPath}**`,
      `*Links updated:* ${result.linksUpdated === 0 ? 'none' : `${result.linksUpdated} in ${sayCount(result.filesTouched.length, 'file')}`}`,
      ...result.filesTouched.map((path) => oneLine`- ${path}`),
      ...(result.filesLeft.length === 0
        ? []
        : [oneLine`*Left as they are:* ${result.filesLeft.join(', ')}`]),
      ...sayTrace({ undoId: result.undoId }),
    ].join('\n'),
});

/** What is at the path, a folder included, or else the note of this name. */
async function findMoved(call: Call, asked: string): Promise<VaultPath> {
  const path = parseNotePath(call, asked);
  if (call.vault.stat(path) !== undefined) return path;
  return (await locateNamed(call, asked)).path;
}

/** Into a folder under the old name, or to a path of its own, which may leave out the ending. */
function destinationOf(call: Call, from: VaultPath, newPath: string): VaultPath {
  const to = parseNotePath(call, newPath, 'write');
  if (/[/\\]$/.test(newPath)) return joinPath(to, nameOf(from));
  if (call.vault.stat(from)?.type === 'folder') return to;
  const isFolder = call.vault.stat(to)?.type === 'folder';
  return isFolder ? joinPath(to, nameOf(from)) : parseVaultPath(withEndingOf(from, to));
}

function notTheVault(): VaultError {
  return new VaultError('invalid-input', 'The vault itself cannot be moved.', {
    reason: 'path-is-folder',
    hint: 'Name something inside the vault.',
  });
}
