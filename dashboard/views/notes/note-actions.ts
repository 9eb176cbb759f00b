import { call } from '../../api/call.ts';
import { endingOf, folderOf, nameOf, titleOf } from '../../kit/paths.ts';
import { go, goInstead, route } from '../../kit/route.ts';
import { drafts, keepDraft } from '../../state/drafts.ts';
import { findFile, loadFiles } from '../../state/files.ts';
import { toast, toastError, withProgress } from '../../state/toasts.ts';
import { undoStep } from '../activity/undo.ts';

/** Moves a note, an attachment or a folder; links to it follow. Says whether it did. */
export async function moveFile(path: string, to: string): Promise<boolean> {
  if (path === to) return true;
  try {
    const { step, linksUpdated } = await withProgress(() => call('note.rename', { path, to }));
    followMove(path, to);
    const links = linksUpdated === 1 ? '1 link' : `${linksUpdated} links`;
    offerUndo(linksUpdated > 0 ? `Moved to ${to}, ${links} updated.` : `Moved to ${to}.`, step);
    return true;
  } catch (thrown) {
    toastError(thrown);
    return false;
  }
}

/** What is open under the old name goes on under the new one, with what is not saved. */
export function followMove(from: string, to: string): void {
  for (const [path, draft] of drafts.value) {
    const moved = movedTo(path, from, to);
    if (moved === undefined) continue;
    keepDraft(path, undefined);
    keepDraft(moved, draft);
  }
  const { view, rest, params } = route.value;
  const moved = view === 'notes' ? movedTo(rest, from, to) : undefined;
  if (moved !== undefined) goInstead('notes', moved, Object.fromEntries(params));
}

function movedTo(path: string, from: string, to: string): string | undefined {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : undefined;
}

/** Makes a copy beside the note, and shows it. */
export async function duplicateFile(path: string): Promise<void> {
  const to = freeName(path);
  try {
    const { step } = await call('file.copy', { path, to, overwrite: false, condition: {} });
    await loadFiles();
    go('notes', to);
    offerUndo(`Copied to ${to}.`, step);
  } catch (thrown) {
    toastError(thrown);
  }
}

/** Moves it to the trash of the vault. */
export async function deleteFile(path: string): Promise<void> {
  if (drafts.value.has(path)) {
    toast(`${titleOf(path)} has text that is not saved. Save or discard it first.`, 'bad');
    return;
  }
  try {
    const { step } = await call('note.delete', { path });
    if (route.value.view === 'notes' && route.value.rest === path) goInstead('notes');
    offerUndo(`Moved ${nameOf(path)} to the trash.`, step);
  } catch (thrown) {
    toastError(thrown);
  }
}

/** Makes a note, from a template when one is named, and opens it to be written. */
export async function createNote(path: string, template: string): Promise<boolean> {
  try {
    if (template === '') await call('note.create', { path, content: '' });
    else await call('agent.create', { path, template });
    await loadFiles();
    go('notes', path, { edit: '1' });
    return true;
  } catch (thrown) {
    toastError(thrown);
    return false;
  }
}

function offerUndo(text: string, step: string | undefined): void {
  const action = { label: 'Undo', run: () => step !== undefined && void undoStep(step) };
  toast(text, 'good', step === undefined ? undefined : action);
}

function freeName(path: string): string {
  const ending = endingOf(path);
  const folder = folderOf(path);
  const base = nameOf(path).slice(0, ending === '' ? undefined : -ending.length - 1);
  for (let number = 1; ; number++) {
    const name = `${base} ${number}${ending === '' ? '' : `.${ending}`}`;
    const to = folder === '' ? name : `${folder}/${name}`;
    if (findFile(to) === undefined) return to;
  }
}
