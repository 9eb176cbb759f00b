import { isRecord } from '../../../../kit/records.ts';
/** The part of a canvas that says where it leads. */
export interface Canvas {
  readonly nodes: readonly CanvasNode[];
  readonly edges: number;
}

export interface CanvasNode {
  readonly id: string;
  readonly type: string;
  /** Vault path of a file node. */
  readonly file?: string;
  readonly subpath?: string;
  /** Markdown of a text node. */
  readonly text?: string;
  readonly url?: string;
  readonly label?: string;
}

/** Reads a canvas file. An empty or broken one has no nodes. */
export function readCanvas(text: string): Canvas {
  const raw = parseObject(text);
  const nodes = Array.isArray(raw?.nodes) ? raw.nodes : [];
  return {
    nodes: nodes.flatMap((node: unknown) => (isRecord(node) ? [toNode(node)] : [])),
    edges: Array.isArray(raw?.edges) ? raw.edges.length : 0,
  };
}

function toNode(raw: Record<string, unknown>): CanvasNode {
  const texts = ['file', 'subpath', 'text', 'url', 'label'] as const;
  const node: { -readonly [K in keyof CanvasNode]: CanvasNode[K] } = {
    id: String(raw.id ?? ''),
    type: String(raw.type ?? ''),
  };
  for (const name of texts) {
    const value = raw[name];
    if (typeof value === 'string') node[name] = value;
  }
  return node;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const raw: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
    return isRecord(raw) ? raw : undefined;
  } catch {
    return undefined;
  }
}
