import { tintsMax } from '../../graph/model.ts';
import type { GraphColours } from '../../graph/painter.ts';

/** A canvas knows no style sheet, so the colours are read from one. */
export function readColours(canvas: HTMLCanvasElement): GraphColours {
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
