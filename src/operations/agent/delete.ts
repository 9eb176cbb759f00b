import * as z from 'zod';
import { isNote, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { oneLine } from '../../kit/one-line.ts';
import { type Call, defineOperation } from '../operation.ts';
import { requireHash } from './change.ts';
import { sayTrace } from './say.ts';
import {
  changeFails,
  expectedHash,
  readFails,
  sizes,
  type Target,
  target,
  trace,
} from './shapes.ts';
import { parseNotePath, requireFile, resolveTarget } from './target.ts';

export const agentDelete = defineOperation({
  name: 'agent.delete',
  summary:
    'Delete a note: it goes to the trash, unless the vault is set to delete for good. It can be undone.',
  access: 'write',
  at: { mcp: 'obsidian_delete_note' },
  input: z.strictObject({ target, expectedHash }),
  output: z.object({
    path: z.string(),
    deleted: z.literal(true),
    ...sizes,
    undoId: trace.undoId,
    trashedTo: z.string().optional().describe('Where the file is now.'),
  }),
  fails: changeFails,

  async run(call, { target, expectedHash }) {
    const { path, size, hash } = await examine(call, target);
    requireHash(path, hash, expectedHash);
    const options = { why: `delete ${path}`, signal: call.signal };
    const sizes = { previousSizeInBytes: size, currentSizeInBytes: 0 };
    const base = { path, deleted: true as const, ...sizes };
    if (call.settings.trash() === 'none') {
      const { id } = await call.vault.remove(path, { ...options, expect: { hash } });
      return { ...base, ...(id !== undefined && { undoId: id }) };
    }
    const moved = await call.vault.trash(path, { ...options, keepBoth: true });
    return {
      ...base,
      trashedTo: moved.path,
      ...(moved.step !== undefined && { undoId: moved.step }),
    };
  },
  say: (result) =>
    [
      oneLine`**Deleted ${result.path}** (size: ${result.previousSizeInBytes} → 0 bytes)`,
      ...(result.trashedTo === undefined ? [] : [oneLine`*Moved to:* ${result.trashedTo}`]),
      ...sayTrace({ undoId: result.undoId }),
    ].join('\n'),
});

/** What would be deleted, after every check that comes before a question to the user. */
export const agentExamineDelete = defineOperation({
  name: 'agent.examineDelete',
  summary: 'Check that a note could be deleted, and tell what it is.',
  access: 'write',
  at: {},
  input: z.strictObject({ target }),
  output: z.object({ path: z.string(), size: z.number().int(), hash: z.string() }),
  fails: readFails,
  run: (call, { target }) => examine(call, target),
});

/** What is to be deleted is named to the letter; only the ending of a note may be left out. */
async function resolveExactly(call: Call, target: Target): Promise<VaultPath> {
  if (target.type !== 'path' && target.type !== 'name') return resolveTarget(call, target);
  const named = target.type === 'path' ? target.path : target.name;
  const path = parseNotePath(call, named, 'write');
  const note = parseVaultPath(`${path}.md`);
  const isShort = target.type === 'name' && !isNote(path) && call.vault.stat(note) !== undefined;
  return isShort && call.vault.stat(path) === undefined ? note : parseNotePath(call, named);
}

async function examine(call: Call, target: Target) {
  const path = await resolveExactly(call, target);
  call.policy.requireWrite(path);
  await requireFile(call, path, `Not found: ${path}`);
  const { bytes } = await call.vault.read(path);
  return { path, size: bytes.length, hash: hashOf(bytes) };
}
