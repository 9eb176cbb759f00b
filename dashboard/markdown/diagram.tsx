import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { sayError } from '../api/call.ts';
import { useAsked } from '../kit/hooks.ts';
import { isDark, theme } from '../state/theme.ts';
import type { LineMarks } from './lines.ts';

interface DiagramProps {
  readonly text: string;
  /** The lines of the file that it stands in. */
  readonly at: LineMarks;
}

/**
 * A Mermaid diagram. A frame without any rights draws it, and what comes back is shown as a
 * picture, which runs and loads nothing.
 */
export function Diagram({ text, at }: DiagramProps): JSX.Element {
  const dark = theme.value === 'system' ? isDark() : theme.value === 'dark';
  const { value, error } = useAsked(
    () => import('./diagram-frame.ts').then(({ drawDiagram }) => drawDiagram(text, dark)),
    [text, dark],
  );
  const source = usePicture(value?.svg);
  return (
    <figure class="diagram" {...at}>
      {source !== undefined && (
        <div class="wide scroll">
          <img src={source} alt={value?.title || 'Diagram'} width={value?.width} />
        </div>
      )}
      {error !== undefined && (
        <p class="query-error" role="alert">
          {sayError(error)}
        </p>
      )}
      <details open={error !== undefined}>
        <summary>Diagram source</summary>
        <pre class="scroll">
          <code>{text}</code>
        </pre>
      </details>
    </figure>
  );
}

/** An address for a drawing, as long as it is shown. */
function usePicture(svg: string | undefined): string | undefined {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (svg === undefined) return undefined;
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [svg]);
  return source;
}
