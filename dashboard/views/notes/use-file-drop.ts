import { toastError } from '../../state/toasts.ts';
import { filesOf, hasFiles } from './upload.ts';

interface DropHandlers {
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

/** Handlers for an element that takes files. */
export function useFileDrop(take: (files: readonly File[]) => Promise<void>): DropHandlers {
  const mark = ({ currentTarget }: DragEvent, isOver: boolean): void => {
    if (currentTarget instanceof HTMLElement) currentTarget.classList.toggle('drop-here', isOver);
  };
  return {
    onDragOver(event) {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      mark(event, true);
    },
    onDragLeave: (event) => mark(event, false),
    onDrop(event) {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      mark(event, false);
      take(filesOf(event.dataTransfer)).catch(toastError);
    },
  };
}
