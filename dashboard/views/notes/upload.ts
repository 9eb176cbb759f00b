import { call, uploadFile } from '../../api/call.ts';
import { nameOf } from '../../kit/paths.ts';
import { files } from '../../state/files.ts';
import { toast, toastError } from '../../state/toasts.ts';

/** Adds files as attachments of a note. Returns what embeds them, one line each. */
export async function attachFiles(note: string, given: readonly File[]): Promise<string> {
  const lines: string[] = [];
  for (const file of given) {
    try {
      const { path } = await call('file.attachmentPath', { note, name: file.name });
      await uploadFile(path, file);
      lines.push(`![[${shortest(path)}]]`);
    } catch (thrown) {
      toastError(thrown);
    }
  }
  return lines.join('\n');
}

/** Adds files to a folder of the vault. */
export async function addFiles(folder: string, given: readonly File[]): Promise<void> {
  for (const file of given) {
    try {
      await uploadFile(folder === '' ? file.name : `${folder}/${file.name}`, file);
      toast(`Added ${file.name}.`, 'good');
    } catch (thrown) {
      toastError(thrown);
    }
  }
}

/** The name alone leads to it, unless another file has the same one. */
function shortest(path: string): string {
  const name = nameOf(path);
  const isTaken = files.value.some((file) => file.path !== path && nameOf(file.path) === name);
  return isTaken ? path : name;
}

/** The files that are dragged or pasted. */
export function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

export function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true;
}
