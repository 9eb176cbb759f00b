import { nameOf, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import { hostError } from '../../engine/app/hosts/host-errors.ts';
import type { Call } from '../operation.ts';
import { missingNote } from './target.ts';

export interface TemplateFile {
  readonly name: string;
  readonly path: VaultPath;
}

/** The notes of the template folder; none where the vault has no such folder. */
export async function listNoteTemplates(call: Call): Promise<TemplateFile[]> {
  const folder = await findTemplateFolder(call);
  if (folder === undefined) return [];
  const paths = (await call.listed()).notesBelow(folder);
  return paths.map((path) => ({ name: nameIn(folder, path), path: parseVaultPath(path) }));
}

/** The text of a template, by its path in the template folder or by its name alone. */
export async function readTemplate(
  call: Call,
  wanted: string,
): Promise<TemplateFile & { text: string }> {
  if ((await findTemplateFolder(call)) === undefined) throw hostError('templates-not-configured');
  const fold = (text: string) => text.normalize('NFC').toLowerCase().replace(/\.md$/, '');
  const templates = await listNoteTemplates(call);
  const found =
    templates.find(({ name }) => fold(name) === fold(wanted)) ??
    templates.find(({ path }) => fold(path) === fold(wanted)) ??
    templates.find(({ name }) => fold(nameOf(name)) === fold(wanted));
  if (found === undefined)
    throw missingNote(
      wanted,
      templates.slice(0, 5).map(({ path }) => path),
    );
  return { ...found, text: (await call.notes.read(found.path)).text };
}

/** A template with its variables filled in for a note of this name. */
export async function fillNoteTemplate(call: Call, text: string, title: string): Promise<string> {
  const { templates } = (await call.listed()).settings;
  const { dateFormat, timeFormat } = templates;
  return call.periodic.fill(text, { title, dateFormat, timeFormat });
}

async function findTemplateFolder(call: Call): Promise<string | undefined> {
  const { folder } = (await call.listed()).settings.templates;
  return folder.trim() === '' ? undefined : folder.replace(/^\/+|\/+$/g, '');
}

function nameIn(folder: string, path: string): string {
  return (folder === '' ? path : path.slice(folder.length + 1)).replace(/\.md$/i, '');
}
