import { isMap, isScalar, parseDocument } from 'yaml';
import { VaultError } from '../../../../contract/errors.ts';
import { scanNote } from '../../markdown/scan.ts';
import { readProperties } from '../yaml/frontmatter.ts';
import { isEqualData } from '../yaml/plain-data.ts';
import { invalidFrontmatter } from '../yaml/yaml-splice.ts';
import type { Relinked } from './relink.ts';

/** True when the note has the property, in any case. */
export function hasProperty(text: string, name: string): boolean {
  const folded = name.toLowerCase();
  return (scanNote(text).frontmatter?.fields ?? []).some(({ key }) => key.toLowerCase() === folded);
}

/** Gives a property of a note another name. Its value, its comments and its place stay as they are. */
export function renameProperty(text: string, from: string, to: string): Relinked {
  const { frontmatter } = scanNote(text);
  if (frontmatter === undefined || !hasProperty(text, from)) return { text, count: 0 };
  const { yamlStart, yamlEnd } = frontmatter;
  const yaml = text.slice(yamlStart, yamlEnd);
  const before = readProperties(text);
  const old = Object.keys(before).find((key) => key.toLowerCase() === from.toLowerCase()) ?? from;
  if (old === to) return { text, count: 0 };
  const taken = Object.keys(before).some(
    (key) => key !== old && key.toLowerCase() === to.toLowerCase(),
  );
  if (taken) throw twice(to);
  const [start, end] = keyRange(yaml, old);
  const key = /^[\p{L}_][\p{L}\p{N}_ /-]*$/u.test(to) && to === to.trim() ? to : JSON.stringify(to);
  const renamed = text.slice(0, yamlStart + start) + key + text.slice(yamlStart + end);
  const { [old]: value, ...rest } = before;
  if (!isEqualData(readProperties(renamed), { ...rest, [to]: value })) {
    throw invalidFrontmatter(`"${to}" cannot be the name of a property here.`);
  }
  return { text: renamed, count: 1 };
}

function keyRange(yaml: string, name: string): readonly [number, number] {
  const { contents } = parseDocument(yaml, { logLevel: 'silent' });
  const pairs = isMap(contents) ? contents.items : [];
  for (const { key } of pairs) {
    if (isScalar(key) && String(key.value) === name && key.range)
      return [key.range[0], key.range[1]];
  }
  throw invalidFrontmatter(`The property "${name}" cannot be found in the frontmatter.`);
}

function twice(name: string): VaultError {
  return new VaultError('already-exists', `The note has a property "${name}" already.`, {
    hint: 'Rename or remove one of the two first.',
  });
}
