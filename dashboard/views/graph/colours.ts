import { tintsMax } from '../../graph/model.ts';
import type { GraphColours } from '../../graph/painter.ts';
import { theme } from '../../state/theme.ts';

/** The colours of the theme, also when it changes. */
export function followColours(
  canvas: HTMLCanvasElement,
  onChange: () => void,
): { read(): GraphColours; close(): void } {
  let colours = readColours(canvas);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const update = (): void => {
    colours = readColours(canvas);
    onChange();
  };
  scheme.addEventListener('change', update);
  // The style sheet has the new theme only after this.
  const stopTheme = theme.subscribe(() => setTimeout(update, 0));
  return {
    read: () => colours,
    close() {
      scheme.removeEventListener('change', update);
      stopTheme();
    },
  };
}

/** A canvas knows no style sheet, so the colours are read from one. */
function readColours(canvas: HTMLCanvasElement): GraphColours {
  const probe = document.createElement('span');
  canvas.parentElement?.append(probe);
  const read = (name: string): string => {
    probe.className = `colour-${name}`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    edge: read('edge'),
    strongEdge: read('strong-edge'),
    text: read('text'),
    halo: read('halo'),
    chosen: read('chosen'),
    tints: Array.from({ length: tintsMax + 1 }, (_, at) => read(`tint-${at}`)),
  };
  probe.remove();
  return colours;
}

export function tintClass(at: number): string {
  return `colour-tint-${at}`;
}
