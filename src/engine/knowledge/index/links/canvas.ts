import { isRecord } from '../../../../kit/records.ts';

/** The part of a canvas node that can have links. */
export interface CanvasNode {
  /** Vault path of a file node. */
  readonly file?: string;
  /** Markdown of a text node. */
  readonly text?: string;
}

/** The nodes of a canvas file. An empty or broken one has none. */
export function readCanvas(text: string): CanvasNode[] {
  const nodes = parseObject(text)?.nodes;
  return Array.isArray(nodes) ? nodes.filter(isRecord).map(toNode) : [];
}

function toNode({ file, text }: Record<string, unknown>): CanvasNode {
  return {
    ...(typeof file === 'string' && { file }),
    ...(typeof text === 'string' && { text }),
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const raw: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
    return isRecord(raw) ? raw : undefined;
  } catch {
    return undefined;
  }
}
