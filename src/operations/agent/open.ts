import * as z from 'zod';
import { isVaultError, VaultError } from '../../contract/errors.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { howToAttach } from '../../engine/app/hosts/host-errors.ts';
import { toAppLink } from '../../engine/app/hosts/open-link.ts';
import { oneLine } from '../../kit/one-line.ts';
import { requireNewPath } from '../new-name.ts';
import { type Call, defineOperation } from '../operation.ts';
import { notice, readFails } from './shapes.ts';
import { didYouMean, findNamed, parseNotePath, statFile, suggestNear } from './target.ts';

export const agentOpen = defineOperation({
  name: 'agent.open',
  summary: 'Show a note in Obsidian, if it runs, and make it the active file of this session.',
  access: 'read',
  at: { mcp: 'obsidian_open_in_ui' },
  input: z.strictObject({
    path: z.string().min(1).describe('Path or name of the note.'),
    failIfMissing: z.boolean().default(true).describe('false: create a missing note.'),
    newLeaf: z.boolean().default(false).describe('Open in a new tab.'),
  }),
  output: z.object({
    path: z.string(),
    opened: z.boolean().describe('An app showed the note.'),
    createdIfMissing: z.boolean().describe('This call created the note.'),
    requestedPath: z.string().optional(),
    notice,
  }),
  fails: readFails,

  async run(call, { path: asked, failIfMissing, newLeaf }) {
    const existing = await findNamed(call, asked);
    if (existing === undefined && failIfMissing) {
      throw cannotOpen(asked, await suggestNear(call, asked));
    }
    const found = existing ?? { path: await createEmpty(call, asked) };
    const unseen = await showInApp(call, found.path, newLeaf);
    const notices = [found.notice, unseen].filter((text) => text !== undefined);
    return {
      path: found.path,
      opened: unseen === undefined,
      createdIfMissing: existing === undefined,
      ...(found.requestedPath !== undefined && { requestedPath: found.requestedPath }),
      ...(notices.length > 0 && { notice: notices.join(' ') }),
    };
  },
  say: ({ path, opened, createdIfMissing }) =>
    oneLine`**Opened ${path}**\n*Opened:* ${opened}\n*Created if missing:* ${createdIfMissing}`,
});

async function createEmpty(call: Call, asked: string): Promise<VaultPath> {
  const path = parseNotePath(call, asked);
  statFile(call, path);
  call.policy.requireWrite(path);
  requireNewPath(call, path);
  const options = { expect: { absent: true }, why: `create ${path}` };
  await call.vault.write(path, Buffer.alloc(0), options);
  return path;
}

/** Shows the note where an app can be reached; else says why it is not shown. */
async function showInApp(
  { hosts, workspace, session, vaultName, signal }: Call,
  path: VaultPath,
  newTab: boolean,
): Promise<string | undefined> {
  const link = toAppLink(vaultName, path, newTab);
  try {
    if (await workspace.show(session, path, { newTab }, signal)) return undefined;
    const viewer = await hosts.viewer(signal);
    if (viewer === undefined) {
      return `No app is attached. ${howToAttach} To open the note yourself: ${link}`;
    }
    await viewer.open(path, { newTab }, signal);
    return undefined;
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    const { message, about } = thrown;
    return [message, about.hint, `To open the note: ${link}`].filter(Boolean).join(' ');
  }
}

function cannotOpen(asked: string, suggestions: readonly string[]): VaultError {
  const advice =
    'Make sure that the note is really missing before you create it with failIfMissing: false.';
  return new VaultError('not-found', `Cannot open '${asked}' — file does not exist.`, {
    path: asked,
    reason: 'note-missing',
    hint: [didYouMean(suggestions), advice].filter((text) => text !== '').join(' '),
    data: suggestions.length === 0 ? {} : { suggestions },
  });
}
