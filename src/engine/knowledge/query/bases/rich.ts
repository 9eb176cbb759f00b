import { isLink, isList, type Value } from '../values/value.ts';
import { BaseFile, BaseLink } from './file.ts';
import { toPlain } from './text.ts';
import { RichValue } from './values.ts';

/** A value as JSON for a reader: links and files are objects with the path of what they lead to. */
export function toRich(value: Value): unknown {
  if (isList(value)) return value.map(toRich);
  if (value instanceof BaseLink) return richLink(value);
  if (value instanceof BaseFile) return { path: value.facts.path };
  if (value instanceof RichValue) return { [value.kind]: value.content };
  return isLink(value) ? { path: value.path } : toPlain(value);
}

function richLink({ target, file, display, subpath, type }: BaseLink): Record<string, unknown> {
  return {
    ...(file === undefined ? { missing: target } : { path: file.facts.path }),
    ...(subpath !== undefined && { subpath: type === 'block' ? `^${subpath}` : subpath }),
    ...(display !== undefined && { display }),
  };
}
