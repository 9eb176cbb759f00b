import { isRecord } from '../../../kit/records.ts';
import type { EditSource, Patch, Patched } from './change.ts';
import { parseJsonContent } from './content.ts';
import { missingSection, rejected } from './section.ts';
import { readProperties, writeProperties } from './yaml/frontmatter.ts';

/** Sets a property, or joins the content with the value that is there. */
export function patchProperty({ text, note }: EditSource, patch: Patch): Patched {
  const key = patch.section.target;
  const current = readProperties(text, note);
  const isThere = Object.hasOwn(current, key);
  if (!isThere && patch.createTargetIfMissing !== true) throw missingSection(patch.section);
  const given = patch.contentType === 'json' ? parseJsonContent(patch.content) : patch.content;
  const value =
    patch.operation === 'replace'
      ? given
      : join(isThere ? current[key] : emptyLike(given), given, patch.operation, key);
  return { text: writeProperties(text, { ...current, [key]: value }), target: key };
}

function join(old: unknown, given: unknown, operation: 'append' | 'prepend', key: string): unknown {
  const [first, second] = operation === 'append' ? [old, given] : [given, old];
  if (Array.isArray(first) && Array.isArray(second)) return [...first, ...second];
  if (isRecord(first) && isRecord(second)) return { ...first, ...second };
  if (typeof first === 'string' && typeof second === 'string') return first + second;
  if (Array.isArray(old) && !isRecord(given)) {
    return operation === 'append' ? [...old, given] : [given, ...old];
  }
  throw rejected(
    `The property "${key}" and the content are of kinds that do not join.`,
    'Lists join lists, objects merge with objects, texts join texts. Use "replace" to set another value.',
  );
}

function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isRecord(value) ? {} : '';
}
