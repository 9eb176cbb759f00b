export interface PointerActions {
  move(dx: number, dy: number): void;
  zoom(px: number, py: number, by: number): void;
  hover(px: number, py: number): void;
  leave(): void;
  click(px: number, py: number): void;
  open(px: number, py: number): void;
}

const clickSlack = 4;

/**
 * Dragging, pinching, clicking and the wheel, as actions. Returns how to stop. In the middle of a
 * page the wheel goes on scrolling, unless Control is held, as trackpads do for a pinch.
 */
export function followPointer(
  board: HTMLElement,
  actions: PointerActions,
  wheel: 'zoom' | 'zoom with control' = 'zoom',
): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  const held = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const placeOf = ({ clientX, clientY }: MouseEvent): { x: number; y: number } => {
    const { left, top } = board.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const press = (event: PointerEvent): void => {
    held.set(event.pointerId, placeOf(event));
    travelled = 0;
  };
  const drag = (event: PointerEvent): void => {
    const { pointerId } = event;
    const { x, y } = placeOf(event);
    const before = held.get(pointerId);
    if (before === undefined) {
      actions.hover(x, y);
      return;
    }
    const other = [...held].find(([id]) => id !== pointerId)?.[1];
    if (other === undefined) actions.move(x - before.x, y - before.y);
    else {
      const spread =
        Math.hypot(x - other.x, y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
      actions.zoom((x + other.x) / 2, (y + other.y) / 2, spread);
    }
    travelled += Math.hypot(x - before.x, y - before.y);
    held.set(pointerId, { x, y });
    // Not before it moves, so that a click still reaches what is on the board.
    if (travelled >= clickSlack) board.setPointerCapture(pointerId);
  };
  const release = (event: PointerEvent): void => {
    const { x, y } = placeOf(event);
    if (held.delete(event.pointerId) && event.type === 'pointerup' && travelled < clickSlack)
      actions.click(x, y);
  };
  const leave = (event: PointerEvent): void => {
    if (!board.hasPointerCapture(event.pointerId)) held.delete(event.pointerId);
    actions.leave();
  };
  const turn = (event: WheelEvent): void => {
    if (wheel !== 'zoom' && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { x, y } = placeOf(event);
    actions.zoom(x, y, Math.exp(-event.deltaY * 0.0016));
  };
  board.addEventListener('pointerdown', press, { signal });
  board.addEventListener('pointermove', drag, { signal });
  board.addEventListener('pointerup', release, { signal });
  board.addEventListener('pointercancel', release, { signal });
  board.addEventListener('pointerleave', leave, { signal });
  board.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  board.addEventListener(
    'dblclick',
    (event) => {
      const { x, y } = placeOf(event);
      actions.open(x, y);
    },
    { signal },
  );
  board.addEventListener('wheel', turn, { signal, passive: false });
  return () => gone.abort();
}
