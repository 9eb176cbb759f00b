import * as z from 'zod';
import { alreadyExists } from '../../contract/path-errors.ts';
import { joinPath, nameOf, parentOf, rootPath, type VaultPath } from '../../contract/paths.ts';
import { requireNewPath } from '../new-name.ts';
import type { Call } from '../operation.ts';
import { parseNewName, parseNewPath, withEndingOf } from './new-path.ts';
import { isFile, throughApp } from './through-app.ts';
import { defineNoteTool } from './tool.ts';

const updateLinks = z
  .boolean()
  .default(true)
  .describe('Change links in other notes so that they still lead to it.');
const outcome = {
  from: z.string(),
  to: z.string(),
  linksUpdated: z.int().optional().describe('Absent when the app did it.'),
  filesTouched: z.array(z.string()).optional().describe('Files whose links were changed.'),
};

export const bundleMove = defineNoteTool({
  name: 'move',
  summary: 'Move a note to another folder or path and keep every link to it right.',
  access: 'write',
  input: {
    to: z
      .string()
      .min(1)
      .describe(
        'A folder (existing, or ending in "/"), or the full new path. Missing folders are made.',
      ),
    updateLinks,
  },
  output: z.object({ ...outcome, moved: z.literal(true) }),
  fails: ['already-exists', 'invalid-input', 'not-a-folder', 'path-outside-vault'],
  async run(call, { path, host }, { to, updateLinks: relink }) {
    const target = destinationOf(call, path, to);
    const inApp = host && (() => host.move(path, target, call.signal));
    return { ...(await move(call, inApp, path, target, relink)), moved: true as const };
  },
});

export const bundleRename = defineNoteTool({
  name: 'rename',
  summary: 'Give a note another name in the same folder and keep every link to it right.',
  access: 'write',
  input: {
    newName: z.string().describe('The new name without folders; the ending is kept when left out.'),
    updateLinks,
  },
  output: z.object({ ...outcome, renamed: z.literal(true) }),
  fails: ['already-exists', 'invalid-input'],
  async run(call, { path, host }, { newName, updateLinks: relink }) {
    const to = joinPath(parentOf(path), parseNewName(withEndingOf(path, newName)));
    const inApp = host && (() => host.rename(path, nameOf(to), call.signal));
    return { ...(await move(call, inApp, path, to, relink)), renamed: true as const };
  },
});

/** Into a folder under the old name, or to a path of its own. */
function destinationOf(call: Call, path: VaultPath, to: string): VaultPath {
  const folder = to.replace(/\/$/, '');
  const parent = folder === '' ? rootPath : parseNewPath(folder);
  call.policy.requireWrite(joinPath(parent, nameOf(path)));
  const isFolder = to.endsWith('/') || call.vault.stat(parent)?.type === 'folder';
  return isFolder ? joinPath(parent, nameOf(path)) : parseNewPath(withEndingOf(path, to));
}

async function move(
  call: Call,
  inApp: (() => Promise<void>) | undefined,
  from: VaultPath,
  to: VaultPath,
  relink: boolean,
) {
  requireNewPath(call, to, from);
  // The app keeps links by its own setting, so leaving them alone is done on the files.
  if (inApp !== undefined && relink && from !== to) {
    requireBoth(call, from, to);
    await throughApp(
      inApp,
      () => isFile(call, to) && (isSameFile(from, to) || !isFile(call, from)),
    );
    return { from, to };
  }
  const options = { updateLinks: relink, signal: call.signal, progress: call.progress };
  const { linksUpdated, filesTouched } = await call.refactoring.move(from, to, options);
  return { from, to, linksUpdated, filesTouched: [...filesTouched] };
}

/** A change of case only: where case does not count, both names are there. */
function isSameFile(from: VaultPath, to: VaultPath): boolean {
  return from.toLowerCase() === to.toLowerCase();
}

/** What the engine checks by itself must be checked here before the app acts on the files. */
function requireBoth({ policy, vault }: Call, from: VaultPath, to: VaultPath): void {
  policy.requireWrite(from);
  policy.requireRead(to);
  policy.requireWrite(to);
  if (vault.stat(to) === undefined || isSameFile(from, to)) return;
  throw alreadyExists(to);
}
