import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import { extensionOf } from '../../engine/knowledge/index/links/names.ts';
import type { WalkEntry } from '../../engine/store/vault/disk.ts';
import type { Call } from '../operation.ts';
import { missingNote } from './target.ts';
import { defineVaultTool } from './tool.ts';

const folder = z.string().optional().describe('Only what is below this folder.');
const limit = z
  .int()
  .min(1)
  .max(limits.answerPathsMax)
  .default(10_000)
  .describe('Entries at most.');

export const bundleListFiles = defineVaultTool({
  name: 'listFiles',
  summary: 'The files of the vault or of a folder.',
  access: 'read',
  input: { folder, ext: z.string().optional().describe('Only files with this ending.'), limit },
  output: z.object({ files: z.array(z.string()), total: z.int() }),
  async run(call, _host, { folder: below, ext, limit: most }) {
    const ending = ext?.replace(/^\./, '').toLowerCase();
    const files = (await entriesBelow(call, below))
      .filter(({ path, stat }) => stat.type === 'file' && (!ending || extensionOf(path) === ending))
      .map(({ path }) => path);
    return { files: files.slice(0, most), total: files.length };
  },
});

export const bundleListFolders = defineVaultTool({
  name: 'listFolders',
  summary: 'The folders of the vault or of a folder.',
  access: 'read',
  input: { folder, limit },
  output: z.object({ folders: z.array(z.string()), total: z.int() }),
  async run(call, _host, { folder: below, limit: most }) {
    const folders = (await entriesBelow(call, below))
      .filter(({ stat }) => stat.type === 'folder')
      .map(({ path }) => path);
    return { folders: folders.slice(0, most), total: folders.length };
  },
});

const counts = { files: z.int(), folders: z.int(), size: z.int().describe('Bytes of all files.') };

export const bundleFolderInfo = defineVaultTool({
  name: 'folderInfo',
  summary: 'How many files and folders a folder holds, and their size.',
  access: 'read',
  input: { folder: z.string().describe('The folder; "/" is the vault.') },
  output: z.object({ path: z.string(), ...counts }),
  async run(call, _host, { folder: below }) {
    return { path: toFolder(below), ...count(await entriesBelow(call, below)) };
  },
});

export const bundleVaultInfo = defineVaultTool({
  name: 'vaultInfo',
  summary: 'The name of the vault, how many files and folders it holds, and their size.',
  access: 'read',
  input: {},
  output: z.object({ name: z.string(), notes: z.int(), ...counts }),
  async run(call) {
    const entries = await entriesBelow(call, undefined);
    const notes = entries.filter(({ path }) => extensionOf(path) === 'md').length;
    return { name: call.vaultName, notes, ...count(entries) };
  },
});

export const bundleRandomNote = defineVaultTool({
  name: 'randomNote',
  summary: 'A note by chance, with its text.',
  access: 'read',
  input: { folder },
  output: z.object({ path: z.string(), content: z.string() }),
  async run(call, _host, { folder: below }) {
    const notes = (await call.listed()).notesBelow(toFolder(below));
    const note = notes[Math.floor(Math.random() * notes.length)];
    if (note === undefined) throw missingNote(below ?? '');
    const { path, text } = await call.notes.read(parseVaultPath(note));
    return { path, content: text };
  },
});

function toFolder(folder = ''): VaultPath {
  return parseVaultPath(folder.replace(/^\/+|\/+$/g, ''));
}

/** What is below a folder, from memory where it is known. */
async function entriesBelow(call: Call, folder: string | undefined): Promise<WalkEntry[]> {
  const path = toFolder(folder);
  const isThere = call.policy.mayList(path) && call.vault.stat(path)?.type === 'folder';
  if (!isThere) throw noFolder(path);
  return [...(await call.vault.walkCached(path, { recursive: true }))].flat();
}

function count(entries: readonly WalkEntry[]) {
  const files = entries.filter(({ stat }) => stat.type === 'file');
  return {
    files: files.length,
    folders: entries.filter(({ stat }) => stat.type === 'folder').length,
    size: files.reduce((sum, { stat }) => sum + stat.size, 0),
  };
}

function noFolder(path: string): VaultError {
  return new VaultError('not-found', `There is no folder "${path}".`, {
    reason: 'folder-missing',
    hint: 'List the folders to see which there are.',
    data: { folder: path },
  });
}
