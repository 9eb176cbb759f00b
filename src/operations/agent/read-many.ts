import * as z from 'zod';
import { isVaultError, toVaultError } from '../../contract/errors.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { type Call, defineOperation } from '../operation.ts';
import { notice } from './shapes.ts';
import { readTarget } from './target.ts';

const note = z.object({
  path: z.string(),
  content: z.string().optional(),
  hash: z.string().optional(),
  error: z.string().optional().describe('Why this one could not be read.'),
});
type ReadNote = z.output<typeof note>;

export const agentReadMany = defineOperation({
  name: 'agent.readMany',
  summary: `Read the whole text of up to ${mcpLimits.batchNotesMax} notes in one call. A note that cannot be read has an error instead of content; the others are returned all the same.`,
  access: 'read',
  at: { mcp: 'obsidian_read_notes' },
  input: z.strictObject({
    paths: z
      .array(z.string().min(1))
      .min(1)
      .max(mcpLimits.batchNotesMax)
      .describe('Paths in the vault with their extensions.'),
  }),
  output: z.object({ notes: z.array(note), notice }),

  async run(call, { paths }) {
    const notes: ReadNote[] = [];
    let units = 0;
    for (const path of paths) {
      const read = await readOne(call, path);
      units += read.content?.length ?? 0;
      if (units > mcpLimits.batchUnitsMax)
        return { notes, notice: tooMuch(paths.length, notes.length) };
      notes.push(read);
    }
    return { notes };
  },
  say: ({ notes }) =>
    notes
      .map(({ path, content, error }) => `**${path}**\n\n${content ?? `Error: ${error ?? ''}`}`)
      .join('\n\n---\n\n'),
});

async function readOne(call: Call, asked: string): Promise<ReadNote> {
  try {
    const { note } = await readTarget(call, { type: 'path', path: asked });
    return { path: note.path, content: note.text, hash: note.hash };
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    return { path: asked, error: toVaultError(thrown).message };
  }
}

function tooMuch(asked: number, read: number): string {
  return `Only the first ${read} of ${asked} notes fit into one answer. Ask for the others in another call.`;
}
