/** The part of the plane that is drawn: the point in the middle, and the scale. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a place of the plane is on the screen. */
export function toScreenX(x: number, { width }: Size, camera: Camera): number {
  return (x - camera.x) * camera.scale + width / 2;
}

export function toScreenY(y: number, { height }: Size, camera: Camera): number {
  return (y - camera.y) * camera.scale + height / 2;
}

const scaleMin = 0.02;
const scaleMax = 8;
const sampledMax = 4000;

export function zoomAt(
  camera: Camera,
  { width, height }: Size,
  px: number,
  py: number,
  by: number,
): Camera {
  const scale = Math.min(scaleMax, Math.max(scaleMin, camera.scale * by));
  const [dx, dy] = [px - width / 2, py - height / 2];
  // What is under the pointer stays under it.
  return {
    x: camera.x + dx / camera.scale - dx / scale,
    y: camera.y + dy / camera.scale - dy / scale,
    scale,
  };
}

/** Shows everything, but for the few that strayed far. */
export function fitAll(places: Float32Array, { width, height }: Size): Camera {
  if (places.length === 0) return { x: 0, y: 0, scale: 1 };
  // Some of many nodes tell as well as all of them how far they reach.
  const every = Math.ceil(places.length / 2 / sampledMax);
  const count = Math.ceil(places.length / 2 / every);
  const [xs, ys] = [new Float32Array(count), new Float32Array(count)];
  for (let at = 0; at < count; at++) {
    xs[at] = places[2 * every * at] ?? 0;
    ys[at] = places[2 * every * at + 1] ?? 0;
  }
  const [left, right] = reach(xs);
  const [top, bottom] = reach(ys);
  const scale = Math.min(width / (right - left + 80), height / (bottom - top + 80), 2);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

function reach(values: Float32Array): [number, number] {
  const sorted = values.sort();
  const cut = Math.floor(sorted.length * 0.005);
  return [sorted[cut] ?? 0, sorted[sorted.length - 1 - cut] ?? 0];
}
