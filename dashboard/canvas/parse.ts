import { isRecord } from '../../src/kit/records.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface CanvasNode extends Box {
  readonly id: string;
  readonly type: 'file' | 'group' | 'link' | 'text';
  /** The text, the path of the file, the address or the label of the group. */
  readonly content: string;
  /** A heading or a block of the file. */
  readonly part: string;
  /** "1" to "6", a colour such as "#c0654a", or nothing. */
  readonly colour: string;
}

export type Side = 'bottom' | 'left' | 'right' | 'top';

export interface CanvasEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly fromSide: Side | undefined;
  readonly toSide: Side | undefined;
  readonly hasStartArrow: boolean;
  readonly hasEndArrow: boolean;
  readonly colour: string;
  readonly label: string;
}

export interface CanvasFile {
  readonly nodes: readonly CanvasNode[];
  readonly edges: readonly CanvasEdge[];
}

type Json = Readonly<Record<string, unknown>>;

/** Reads a canvas. What in it is not understood is left out; only text that is no JSON fails. */
export function parseCanvas(text: string): CanvasFile {
  const file: unknown = text.trim() === '' ? {} : JSON.parse(text);
  if (!isRecord(file)) throw new Error('The canvas is not a JSON object.');
  const nodes = records(file.nodes).flatMap(toNode);
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = records(file.edges)
    .map(toEdge)
    .filter(({ from, to }) => ids.has(from) && ids.has(to));
  return { nodes, edges };
}

const contents = { file: 'file', group: 'label', link: 'url', text: 'text' } as const;

function toNode(raw: Json): CanvasNode[] {
  const { id, type, x, y, width, height } = raw;
  const box = { x, y, width, height };
  if (typeof id !== 'string' || !isType(type) || !isBox(box)) return [];
  const subpath = textOf(raw.subpath).replace(/^#/, '');
  return [
    {
      id,
      type,
      ...box,
      content: textOf(raw[contents[type]]),
      part: subpath,
      colour: toColour(raw.color),
    },
  ];
}

function isType(type: unknown): type is CanvasNode['type'] {
  return typeof type === 'string' && Object.hasOwn(contents, type);
}

function isBox(box: Readonly<Record<keyof Box, unknown>>): box is Box {
  return Object.values(box).every((each) => typeof each === 'number' && Number.isFinite(each));
}

function toEdge(raw: Json): CanvasEdge {
  return {
    id: textOf(raw.id),
    from: textOf(raw.fromNode),
    to: textOf(raw.toNode),
    fromSide: toSide(raw.fromSide),
    toSide: toSide(raw.toSide),
    hasStartArrow: raw.fromEnd === 'arrow',
    hasEndArrow: raw.toEnd !== 'none',
    colour: toColour(raw.color),
    label: textOf(raw.label),
  };
}

const sides: readonly Side[] = ['bottom', 'left', 'right', 'top'];

function toSide(raw: unknown): Side | undefined {
  return sides.find((side) => side === raw);
}

/** Only colours, so that nothing else reaches a style. */
function toColour(raw: unknown): string {
  const colour = textOf(raw);
  return /^([1-6]|#[0-9a-f]{3,8})$/i.test(colour) ? colour : '';
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : '';
}

function records(raw: unknown): Json[] {
  return Array.isArray(raw) ? raw.filter(isRecord) : [];
}
