export interface PointerActions {
  move(dx: number, dy: number): void;
  zoom(px: number, py: number, by: number): void;
  hover(px: number, py: number): void;
  leave(): void;
  click(px: number, py: number): void;
  open(px: number, py: number): void;
}

const clickSlack = 4;

/** Dragging, pinching, clicking and the wheel, as actions. Returns how to stop. */
export function followPointer(canvas: HTMLCanvasElement, actions: PointerActions): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  const held = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      held.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      travelled = 0;
      canvas.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    ({ pointerId, offsetX: x, offsetY: y }) => {
      const before = held.get(pointerId);
      if (before === undefined) return actions.hover(x, y);
      const other = [...held].find(([id]) => id !== pointerId)?.[1];
      if (other === undefined) actions.move(x - before.x, y - before.y);
      else {
        const spread =
          Math.hypot(x - other.x, y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
        actions.zoom((x + other.x) / 2, (y + other.y) / 2, spread);
      }
      travelled += Math.hypot(x - before.x, y - before.y);
      held.set(pointerId, { x, y });
    },
    { signal },
  );
  const release = ({ pointerId, offsetX, offsetY, type }: PointerEvent): void => {
    if (held.delete(pointerId) && type === 'pointerup' && travelled < clickSlack)
      actions.click(offsetX, offsetY);
  };
  canvas.addEventListener('pointerup', release, { signal });
  canvas.addEventListener('pointercancel', release, { signal });
  canvas.addEventListener('pointerleave', () => actions.leave(), { signal });
  canvas.addEventListener('dblclick', ({ offsetX, offsetY }) => actions.open(offsetX, offsetY), {
    signal,
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      actions.zoom(event.offsetX, event.offsetY, Math.exp(-event.deltaY * 0.0016));
    },
    { signal, passive: false },
  );
  return () => gone.abort();
}
