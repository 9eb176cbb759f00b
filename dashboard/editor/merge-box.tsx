import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLatest } from '../kit/hooks.ts';
import { toastError } from '../state/toasts.ts';
import type { MergeEditor } from './merge-editor.ts';

interface MergeBoxProps {
  readonly before: string;
  readonly after: string;
  readonly labels: { readonly before: string; readonly after: string };
  readonly onChange: (text: string, differences: number) => void;
  /** Gets what moves between differences. */
  readonly handle?: (editor: MergeEditor) => void;
}

const sideBySideFrom = 820;

/** Two texts side by side; the editor is loaded when the first is shown. */
export function MergeBox({ before, after, labels, onChange, handle }: MergeBoxProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const changed = useLatest(onChange);
  useEffect(() => {
    let isGone = false;
    let editor: MergeEditor | undefined;
    Promise.all([import('./merge-editor.ts'), import('./frame.ts')]).then(
      ([{ openMergeEditor }, { openFrame }]) => {
        if (isGone || host.current === null) return;
        const isWide = host.current.clientWidth >= sideBySideFrom;
        editor = openMergeEditor({
          ...openFrame(host.current),
          before,
          after,
          isWide,
          labels,
          onChange: changed,
        });
        handle?.(editor);
      },
      toastError,
    );
    return () => {
      isGone = true;
      editor?.close();
    };
  }, [before, after]);
  return <div ref={host} class="merge-host" />;
}
