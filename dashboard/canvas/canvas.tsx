import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fileUrl, sayError } from '../api/call.ts';
import { type Camera, type Size, zoomAt } from '../graph/camera.ts';
import { followPointer } from '../graph/pointer.ts';
import { useAsked, useLatest } from '../kit/hooks.ts';
import { Icon } from '../kit/icons.tsx';
import { nameOf } from '../kit/paths.ts';
import { version } from '../state/version.ts';
import { Edges } from './edges.tsx';
import { fitNodes, isInSight } from './geometry.ts';
import type { CanvasProps } from './lazy-canvas.tsx';
import { NodeBox } from './node-box.tsx';
import { type CanvasFile, parseCanvas } from './parse.ts';

/** A canvas to read: it can be moved and zoomed, and its notes opened. */
export function Canvas({ path, isWhole }: CanvasProps): JSX.Element {
  const { value, error } = useAsked((signal) => readCanvas(path, signal), [path, version.value]);
  if (error !== undefined) {
    return (
      <p class="query-error" role="alert">
        {sayError(error)}
      </p>
    );
  }
  if (value === undefined) return <p class="faint">…</p>;
  return <Board path={path} file={value} isWhole={isWhole} />;
}

async function readCanvas(path: string, signal: AbortSignal): Promise<CanvasFile> {
  const answer = await fetch(fileUrl(path), { signal });
  if (!answer.ok) throw new Error(`${nameOf(path)} cannot be read.`);
  try {
    return parseCanvas(await answer.text());
  } catch {
    throw new Error(`${nameOf(path)} is not a canvas: it is no JSON object.`);
  }
}

interface BoardProps extends CanvasProps {
  readonly file: CanvasFile;
}

function Board({ path, file, isWhole }: BoardProps): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [moved, setMoved] = useState<Camera>();
  const camera = moved ?? fitNodes(file.nodes, size);
  const latest = useRef({ camera, size });
  latest.current = { camera, size };
  const zoom = useLatest((px: number, py: number, by: number) =>
    setMoved(zoomAt(latest.current.camera, latest.current.size, px, py, by)),
  );
  const pan = useLatest((dx: number, dy: number) => {
    const { x, y, scale } = latest.current.camera;
    setMoved({ scale, x: x - dx / scale, y: y - dy / scale });
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const resizes = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    resizes.observe(element);
    return () => resizes.disconnect();
  }, []);
  useEffect(() => {
    if (box.current === null) return undefined;
    const nothing = (): void => undefined;
    const actions = {
      move: pan,
      zoom,
      hover: nothing,
      leave: nothing,
      click: nothing,
      open: nothing,
    };
    return followPointer(box.current, actions, isWhole ? 'zoom' : 'zoom with control');
  }, [isWhole]);
  const middle = (by: number): void => zoom(size.width / 2, size.height / 2, by);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined) pan(...step);
    else if (event.key === '+' || event.key === '=') middle(1.25);
    else if (event.key === '-') middle(0.8);
    else if (event.key === '0') setMoved(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class={isWhole ? 'canvas whole' : 'canvas'}>
      <section
        ref={box}
        class="canvas-sheet"
        aria-label={`Canvas ${nameOf(path)}: ${file.nodes.length} cards, ${file.edges.length} connections`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Sheet path={path} file={file} camera={camera} size={size} />
      </section>
      <div class="board-tools">
        <button
          type="button"
          class="button square"
          aria-label="Zoom in"
          onClick={() => middle(1.25)}
        >
          +
        </button>
        <button
          type="button"
          class="button square"
          aria-label="Zoom out"
          onClick={() => middle(0.8)}
        >
          −
        </button>
        <button
          type="button"
          class="button square"
          aria-label="Show everything"
          onClick={() => setMoved(undefined)}
        >
          <Icon name="fit" size={14} />
        </button>
      </div>
    </div>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

interface SheetProps {
  readonly path: string;
  readonly file: CanvasFile;
  readonly camera: Camera;
  readonly size: Size;
}

/** Everything on it, moved and scaled together. What was never in sight is not loaded. */
function Sheet({ path, file, camera, size }: SheetProps): JSX.Element {
  const seen = useRef(new Set<string>());
  const { x, y, scale } = camera;
  const ordered = useMemo(
    () => [
      ...file.nodes.filter(({ type }) => type === 'group'),
      ...file.nodes.filter(({ type }) => type !== 'group'),
    ],
    [file],
  );
  if (size.width > 0) {
    for (const node of file.nodes) if (isInSight(node, camera, size)) seen.current.add(node.id);
  }
  return (
    <div
      class="canvas-plane"
      style={{
        transform: `translate(${size.width / 2 - x * scale}px, ${size.height / 2 - y * scale}px) scale(${scale})`,
      }}
    >
      <Edges file={file} />
      {ordered.map((node) =>
        seen.current.has(node.id) ? <NodeBox key={node.id} node={node} canvas={path} /> : null,
      )}
    </div>
  );
}
