import { isRecord } from '../../../kit/records.ts';
import type { EditSource, Patch, Patched } from './change.ts';
import { parseJsonContent } from './content.ts';
import { missingSection, rejected } from './section.ts';
import { readProperties, writeProperties } from './yaml/frontmatter.ts';

/** Sets a property, or joins the content with the value that is there. */
export function patchProperty(source: EditSource, patch: Patch): Patched {
  const { section, operation, createTargetIfMissing } = patch;
  const given = patch.contentType === 'json' ? parseJsonContent(patch.content) : patch.content;
  return setOrJoin(source, section.target, given, { operation, createTargetIfMissing });
}

/** Sets a property to a value, or joins the value with the one that is there. */
export function setOrJoin(
  { text, note }: EditSource,
  key: string,
  given: unknown,
  { operation, createTargetIfMissing }: Pick<Patch, 'operation' | 'createTargetIfMissing'>,
): Patched {
  const current = readProperties(text, note);
  const isThere = Object.hasOwn(current, key);
  if (!isThere && createTargetIfMissing !== true) {
    throw missingSection({ type: 'frontmatter', target: key }, undefined, note);
  }
  const value =
    operation === 'replace'
      ? given
      : join(isThere ? current[key] : emptyLike(given), given, operation, key);
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
    'content-not-mergeable',
  );
}

function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isRecord(value) ? {} : '';
}
