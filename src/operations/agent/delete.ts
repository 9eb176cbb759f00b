import * as z from 'zod';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { type Call, defineOperation } from '../operation.ts';
import { requireHash } from './change.ts';
import { suggest } from './loose-path.ts';
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
import { noteMissing, parseNotePath, resolveTarget, statFile } from './target.ts';

export const agentDelete = defineOperation({
  name: 'agent.delete',
  summary:
    'Delete a note. It goes to the trash of the vault unless the vault is set to delete for good, and either way the change can be undone from the history. Folders are never deleted.',
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
      `**Deleted ${result.path}** (size: ${result.previousSizeInBytes} → 0 bytes)`,
      ...(result.trashedTo === undefined ? [] : [`*Moved to:* ${result.trashedTo}`]),
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

async function examine(call: Call, target: Target) {
  if (target.type === 'path') parseNotePath(call, target.path, 'write');
  const path = await resolveTarget(call, target);
  call.policy.requireWrite(path);
  if (!statFile(call, path))
    throw noteMissing(path, `Not found: ${path}`, suggest(call.vault, path));
  const { bytes } = await call.vault.read(path);
  return { path, size: bytes.length, hash: hashOf(bytes) };
}
