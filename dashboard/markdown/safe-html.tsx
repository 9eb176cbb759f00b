import { type ComponentChildren, h } from 'preact';
import { safeHref } from './links.ts';

const shown = new Set(
  'abbr b blockquote br caption center cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp section small span strong sub summary sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  ),
);
/** What is inside these is no text for people. */
const silent = new Set(
  'applet audio base canvas embed frame frameset iframe link math meta noscript object script source style svg template title track video'.split(
    ' ',
  ),
);

/**
 * HTML of a note by what is allowed. The parsed document is inert: it runs no script and fetches
 * nothing. Only names of elements are taken from it, and never an attribute but a checked link.
 */
export function SafeHtml({ html }: { html: string }): ComponentChildren {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return toNodes(body.childNodes);
}

function toNodes(nodes: NodeListOf<ChildNode>): ComponentChildren[] {
  return Array.from(nodes, (node) => {
    if (node instanceof Text) return node.data;
    return node instanceof Element ? toElement(node) : null;
  });
}

function toElement(element: Element): ComponentChildren {
  const name = element.localName;
  if (silent.has(name)) return null;
  const children = toNodes(element.childNodes);
  if (name === 'a') {
    const href = safeHref(element.getAttribute('href') ?? '');
    return href === undefined ? (
      <span>{children}</span>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  if (name === 'img')
    return <span class="external-image">{element.getAttribute('alt') || 'image'}</span>;
  if (!shown.has(name)) return children;
  return h(name, {}, name === 'br' || name === 'hr' ? undefined : children);
}
