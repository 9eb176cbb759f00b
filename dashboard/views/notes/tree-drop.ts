import { nameOf } from '../../kit/paths.ts';
import { moveFile } from './note-actions.ts';
import { addFiles, filesOf, hasFiles } from './upload.ts';

/** What a row of the tree carries while it is dragged: its path. */
export const dragType = 'application/x-vaultd-path';

interface TreeDrop {
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

/** Handlers for a row that takes other rows, and files from outside, into a folder. */
export function useTreeDrop(folder: string): TreeDrop {
  const mark = ({ currentTarget }: DragEvent, isOver: boolean): void => {
    if (currentTarget instanceof HTMLElement) currentTarget.classList.toggle('drop-here', isOver);
  };
  return {
    onDragOver(event) {
      const { dataTransfer } = event;
      if (!hasFiles(dataTransfer) && !dataTransfer?.types.includes(dragType)) return;
      event.preventDefault();
      mark(event, true);
    },
    onDragLeave: (event) => mark(event, false),
    onDrop(event) {
      event.preventDefault();
      mark(event, false);
      const { dataTransfer } = event;
      const path = dataTransfer?.getData(dragType) ?? '';
      if (hasFiles(dataTransfer)) void addFiles(folder, filesOf(dataTransfer));
      else if (path !== '' && path !== folder) {
        void moveFile(path, folder === '' ? nameOf(path) : `${folder}/${nameOf(path)}`);
      }
    },
  };
}
