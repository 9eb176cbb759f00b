import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { toastError } from '../state/toasts.ts';

export interface CanvasProps {
  readonly path: string;
  /** It has the whole pane, so that the wheel zooms. */
  readonly isWhole: boolean;
}

/** A canvas, whose code is fetched with the first one. */
export function LazyCanvas(props: CanvasProps): JSX.Element {
  const [view, setView] = useState<{ readonly Canvas: FunctionComponent<CanvasProps> }>();
  useEffect(() => {
    import('./canvas.tsx').then(setView, toastError);
  }, []);
  return view === undefined ? <p class="faint">…</p> : <view.Canvas {...props} />;
}
