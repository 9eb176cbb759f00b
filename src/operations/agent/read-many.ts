import * as z from 'zod';
import { isVaultError } from '../../contract/errors.ts';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { oneLine } from '../../kit/one-line.ts';
import { type Call, defineOperation } from '../operation.ts';
import { fenced } from './say.ts';
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
  summary: `Read the text of up to ${mcpLimits.batchNotesMax} notes in one call.`,
  access: 'read',
  at: { mcp: 'obsidian_read_notes' },
  input: z.strictObject({
    paths: z
      .array(z.string().min(1))
      .min(1)
      .max(mcpLimits.batchNotesMax)
      .describe('Paths or names.'),
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
  // A fence around each note, so that none can look like the next one.
  say: ({ notes }) =>
    notes
      .map(({ path, content, error }) =>
        content === undefined
          ? oneLine`**${path}** Error: ${error ?? ''}`
          : `${oneLine`**${path}**`}\n${fenced(content, 'markdown')}`,
      )
      .join('\n\n'),
  brief: ({ notes }) =>
    notes
      .map(
        ({ path, content, error = '' }) =>
          oneLine`- ${path}: ${content === undefined ? error : `${content.length} characters`}`,
      )
      .join('\n'),
});

async function readOne(call: Call, asked: string): Promise<ReadNote> {
  try {
    const { note } = await readTarget(call, { type: 'name', name: asked });
    return { path: note.path, content: note.text, hash: note.hash };
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    call.reportDenied('agent.readMany', thrown);
    return { path: asked, error: thrown.message };
  }
}

function tooMuch(asked: number, read: number): string {
  return `Only the first ${read} of ${asked} notes fit into one answer. Ask for the others in another call.`;
}
