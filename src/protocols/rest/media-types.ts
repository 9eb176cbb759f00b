import { mimeTypeOf } from '../../operations/bundle/mime-type.ts';

/** Texts, which other protocols do not send with a type. */
const texts: Readonly<Record<string, string>> = {
  base: 'text/yaml; charset=utf-8',
  canvas: 'application/json; charset=utf-8',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  yaml: 'text/yaml; charset=utf-8',
  yml: 'text/yaml; charset=utf-8',
};

export const markdownType = 'text/markdown; charset=utf-8';

/** The type of a file, by its ending. */
export function mediaTypeOf(path: string): string {
  const [, ending = ''] = /\.([^./]+)$/.exec(path) ?? [];
  return texts[ending.toLowerCase()] ?? mimeTypeOf(path);
}
