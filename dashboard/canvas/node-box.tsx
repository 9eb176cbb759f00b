import type { ComponentChildren, JSX } from 'preact';
import { isNotePath, nameOf, titleOf } from '../kit/paths.ts';
import { hrefOf } from '../kit/route.ts';
import { looseContext, noteContext, useNote } from '../markdown/context.ts';
import { EmbeddedNote } from '../markdown/embed.tsx';
import { TextBlock } from '../markdown/fragment.tsx';
import { safeHref } from '../markdown/links.ts';
import { ShownFile } from '../markdown/shown-file.tsx';
import { findFile, isLoaded } from '../state/files.ts';
import { colourOf } from './colours.ts';
import type { CanvasNode } from './parse.ts';

interface NodeBoxProps {
  readonly node: CanvasNode;
  /** The path of the canvas. */
  readonly canvas: string;
}

/** One card of a canvas. */
export function NodeBox({ node, canvas }: NodeBoxProps): JSX.Element {
  const { x, y, width, height, type, colour } = node;
  const { depth } = useNote();
  const look = colourOf(colour);
  const place = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
  return (
    <div class={`canvas-node ${type} ${look.class}`} style={{ ...place, ...look.style }}>
      <noteContext.Provider value={{ ...looseContext, path: canvas, depth: depth + 1 }}>
        <Content node={node} canvas={canvas} />
      </noteContext.Provider>
    </div>
  );
}

function Content({ node, canvas }: NodeBoxProps): ComponentChildren {
  const { type, content, part } = node;
  switch (type) {
    case 'group':
      return <div class="canvas-label">{content}</div>;
    case 'text':
      return (
        <div class="canvas-body">
          <TextBlock text={content} path={canvas} />
        </div>
      );
    case 'link':
      return <LinkCard url={content} />;
    case 'file':
      return <FileCard path={content} part={part} />;
  }
}

/** Pages of other sites are not loaded, only linked to. */
function LinkCard({ url }: { url: string }): JSX.Element {
  const href = safeHref(url);
  return (
    <div class="canvas-body prose">
      {href === undefined ? (
        url
      ) : (
        <a class="outside" href={href} target="_blank" rel="noopener noreferrer">
          {url}
        </a>
      )}
    </div>
  );
}

function FileCard({ path, part }: { path: string; part: string }): JSX.Element {
  if (isLoaded.value && findFile(path) === undefined) {
    return <div class="canvas-body faint">{nameOf(path)} is missing.</div>;
  }
  if (isNotePath(path)) {
    return (
      <div class="canvas-body">
        <EmbeddedNote path={path} part={part} />
      </div>
    );
  }
  return (
    <div class="canvas-body file">
      <a class="canvas-label" href={hrefOf('notes', path)}>
        {titleOf(path)}
      </a>
      <ShownFile path={path} part={part} />
    </div>
  );
}
