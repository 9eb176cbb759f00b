import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CodePiece } from './code-colours.ts';

interface HighlightedProps {
  readonly code: string;
  readonly language: string;
}

/** Languages that have nothing to colour. */
const plain = /^(|text|txt|plain|plaintext|log|output|code)$/;
/** Longer code is shown without colours, so that it never holds up the page. */
const colouredMax = 100_000;

/** Code with the colours of its language, whose grammar is fetched with the first block of it. */
export function Highlighted({ code, language }: HighlightedProps): JSX.Element {
  const [pieces, setPieces] = useState<readonly CodePiece[]>();
  const isPlain = plain.test(language) || code.length > colouredMax;
  useEffect(() => {
    setPieces(undefined);
    if (isPlain) return undefined;
    let isGone = false;
    import('./code-colours.ts')
      .then(({ colourCode }) => colourCode(code, language))
      .then((found) => !isGone && setPieces(found))
      // Without its grammar the code is still there to read.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [code, language, isPlain]);
  return <code data-coloured={pieces !== undefined}>{pieces?.map(toSpan) ?? code}</code>;
}

function toSpan({ text, kind }: CodePiece, at: number): ComponentChildren {
  return kind === undefined ? (
    text
  ) : (
    <span key={at} class={`code-${kind}`}>
      {text}
    </span>
  );
}
