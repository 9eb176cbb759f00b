import { isRecord } from '../../src/kit/records.ts';

export interface DrawnDiagram {
  readonly svg: string;
  readonly width: number;
  /** What its author calls it; empty when it has no name. */
  readonly title: string;
}

/** A diagram that takes longer is given up. */
const drawingMs = 20_000;

let frame: Promise<Window> | undefined;
let ids = 0;

/** Lets the frame draw. It is made with the first diagram, and then draws all of them. */
export async function drawDiagram(text: string, isDark: boolean): Promise<DrawnDiagram> {
  frame ??= openFrame();
  const inside = await frame;
  const id = ++ids;
  return new Promise((resolve, reject) => {
    const give = (error: Error | undefined, drawn?: DrawnDiagram): void => {
      removeEventListener('message', take);
      clearTimeout(timer);
      if (drawn === undefined) reject(error);
      else resolve(drawn);
    };
    const take = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== inside || !isRecord(data) || data.id !== id) return;
      const { svg, width, title, error } = data;
      if (typeof svg !== 'string') give(new Error(toMessage(error)));
      else give(undefined, { svg, width: Number(width) || 600, title: String(title ?? '') });
    };
    const timer = setTimeout(() => give(new Error('The diagram takes too long.')), drawingMs);
    addEventListener('message', take);
    // Its origin is opaque, so there is no name to address it by.
    inside.postMessage({ id, text, isDark }, '*');
  });
}

function toMessage(error: unknown): string {
  return typeof error === 'string' && error !== '' ? error : 'The diagram cannot be drawn.';
}

/** Out of sight, but with a size, since text that is not laid out cannot be measured. */
function openFrame(): Promise<Window> {
  const element = document.createElement('iframe');
  element.className = 'diagram-frame';
  element.title = 'Draws diagrams';
  element.setAttribute('sandbox', 'allow-scripts');
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  element.src = DIAGRAM_FRAME;
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => {
      if (element.contentWindow === null) reject(new Error('The diagram cannot be drawn.'));
      else resolve(element.contentWindow);
    });
    document.body.append(element);
  });
}
