import { z } from 'zod';
import { ideLimits } from '../../../contract/limits.ts';
import { lintNote } from '../../../operations/knowledge/lint-note.ts';
import { lintVault } from '../../../operations/knowledge/lint-vault.ts';
import { type IdePeer, perform } from '../call.ts';
import { defineTool, sayJson } from './tool.ts';

type Problem = z.output<typeof lintNote.output>['problems'][number];

const severities = { error: 'Error', warning: 'Warning', info: 'Info', hint: 'Hint' } as const;

export const getDiagnostics = defineTool({
  name: 'getDiagnostics',
  description:
    'Problems of the notes: broken links, missing headings and blocks, broken properties.',
  isReadOnly: true,
  args: z.object({
    uri: z.string().optional().describe('Only of this file; of the whole vault when absent.'),
  }),
  async call(peer, { uri }) {
    return sayJson(uri === undefined ? await ofVault(peer) : await ofFile(peer, uri));
  },
});

/** The URI goes back byte for byte: clients compare it with what they asked for. */
async function ofFile(peer: IdePeer, uri: string): Promise<unknown[]> {
  const path = peer.paths.find(uri);
  if (path === undefined || !peer.session.view.policy.mayRead(path)) return [];
  const { problems, exists } = await perform(peer, lintNote, {
    path,
    budgetMs: ideLimits.diagnosticsMs,
  });
  return exists ? [{ uri, diagnostics: problems.map(toDiagnostic) }] : [];
}

async function ofVault(peer: IdePeer): Promise<unknown[]> {
  const { notes } = await perform(peer, lintVault, {
    notesMax: ideLimits.diagnosedFilesMax,
    problemsMax: ideLimits.diagnosticsMax,
    budgetMs: ideLimits.diagnosticsMs,
  });
  return notes.map(({ path, problems }) => ({
    uri: peer.paths.toRawUri(path, peer.root),
    diagnostics: problems.map(toDiagnostic),
  }));
}

function toDiagnostic({ code, severity, message, range }: Problem): unknown {
  return { message, severity: severities[severity], range, source: 'vaultd', code };
}
