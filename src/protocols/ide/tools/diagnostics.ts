import * as z from 'zod';
import { ideLimits } from '../../../contract/limits.ts';
import { lintNote, lintVault } from '../../../operations/knowledge/lint.ts';
import type { IdeCall } from '../call.ts';
import { defineTool, sayJson } from './tool.ts';

type Problem = z.output<typeof lintNote.output>['problems'][number];

const severities = { error: 'Error', warning: 'Warning', info: 'Info', hint: 'Hint' } as const;
const budgetMs = ideLimits.diagnosticsMs;

export const getDiagnostics = defineTool({
  name: 'getDiagnostics',
  description:
    'Problems of the notes: broken links, missing headings and blocks, broken properties.',
  isReadOnly: true,
  args: z.object({
    uri: z.string().optional().describe('Only of this file; of the whole vault when absent.'),
  }),
  async run(call, { uri }) {
    return sayJson(uri === undefined ? await ofVault(call) : await ofFile(call, uri));
  },
});

/** The URI goes back byte for byte: clients compare it with what they asked for. */
async function ofFile({ findReadable, perform }: IdeCall, uri: string): Promise<unknown[]> {
  const path = findReadable(uri);
  if (path === undefined) return [];
  const { problems, exists } = await perform(lintNote, { path, budgetMs });
  return exists ? [{ uri, diagnostics: problems.map(toDiagnostic) }] : [];
}

async function ofVault({ paths, perform }: IdeCall): Promise<unknown[]> {
  const { diagnosedFilesMax: notesMax, diagnosticsMax: problemsMax } = ideLimits;
  const { notes } = await perform(lintVault, { notesMax, problemsMax, budgetMs });
  return notes.map(({ path, problems }) => ({
    uri: paths.toRawUri(path),
    diagnostics: problems.map(toDiagnostic),
  }));
}

function toDiagnostic({ code, severity, message, range }: Problem): unknown {
  return { message, severity: severities[severity], range, source: 'vaultd', code };
}
