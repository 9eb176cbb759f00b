import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** TeX as MathML. The reader of TeX is fetched with the first formula. */
export function MathText({ tex, isBlock }: { tex: string; isBlock: boolean }): JSX.Element {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isGone = false;
    import('./tex.ts').then(({ renderTex }) => {
      if (!isGone && box.current !== null) renderTex(tex, box.current, isBlock);
    });
    return () => {
      isGone = true;
    };
  }, [tex, isBlock]);
  return (
    <span ref={box} class={isBlock ? 'math-block' : 'math'}>
      {tex}
    </span>
  );
}
