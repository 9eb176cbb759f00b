import type { ComponentChildren } from 'preact';

/** A text with single characters marked. */
export function Marked({
  text,
  places,
}: {
  text: string;
  places: readonly number[];
}): ComponentChildren {
  if (places.length === 0) return text;
  const marked = new Set(places);
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && marked.has(at) === marked.has(from)) continue;
    const piece = text.slice(from, at);
    if (piece !== '') parts.push(marked.has(from) ? <mark key={from}>{piece}</mark> : piece);
    from = at;
  }
  return parts;
}
