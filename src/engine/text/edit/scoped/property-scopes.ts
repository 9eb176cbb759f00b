import { VaultError } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../kit/records.ts';
import { scanNote } from '../../markdown/scan.ts';
import type { EditSource } from '../change.ts';
import { lineEndingOf, lineStart, nextLine, withLineEnding } from '../lines.ts';
import { setOrJoin } from '../property-edit.ts';
import { renameProperty } from '../relink/rename-property.ts';
import { missingSection } from '../section.ts';
import { deleteProperty, readProperties, setProperty } from '../yaml/frontmatter.ts';
import { isEqualData } from '../yaml/plain-data.ts';
import { emitEntry } from '../yaml/yaml-emit.ts';
import { invalidFrontmatter } from '../yaml/yaml-splice.ts';
import { invalidEdit } from './check-edit.ts';
import type { ScopedEdit, ScopedEdited } from './scoped-edit.ts';

/** Changes a property: its value, its name, or what stands in front of it and behind it. */
export function editProperty(source: EditSource, key: string, edit: ScopedEdit): ScopedEdited {
  return { text: edited(source, key, edit), warnings: [] };
}

function edited(source: EditSource, key: string, edit: ScopedEdit): string {
  const { operation, scope, content = '', value, createTargetIfMissing } = edit;
  const { text, note } = source;
  const isThere = Object.hasOwn(readProperties(text, note), key);
  const isWhole = scope === 'markerAndContent';
  const mayMake = operation === 'replace' || !isWhole;
  if (!isThere && (scope === 'marker' || operation === 'delete' || !mayMake)) {
    throw missingSection({ type: 'frontmatter', target: key });
  }
  if (scope === 'marker') return renameProperty(text, key, content).text;
  if (operation === 'delete') {
    return isWhole ? deleteProperty(text, key) : setProperty(text, key, null);
  }
  if (isWhole && operation !== 'replace') return insertProperties(source, key, operation, value);
  return setOrJoin(source, key, value, { operation, createTargetIfMissing }).text;
}

/** Puts further properties in front of one, or behind it. */
function insertProperties(
  { text, note }: EditSource,
  key: string,
  operation: 'append' | 'prepend',
  added: unknown,
): string {
  if (!isRecord(added)) {
    throw invalidEdit(
      'value',
      'The properties beside another one are an object.',
      'Send {"name": value}; to add to a list, use the scope "content".',
    );
  }
  const current = readProperties(text, note);
  const taken = Object.keys(added).find((name) => Object.hasOwn(current, name));
  if (taken !== undefined) {
    throw new VaultError('already-exists', `The note has a property "${taken}" already.`, {
      hint: 'Set it by its name.',
    });
  }
  const field = note.frontmatter?.fields.find((each) => each.key === key);
  if (field === undefined) throw missingSection({ type: 'frontmatter', target: key });
  const at =
    operation === 'prepend'
      ? lineStart(text, field.start)
      : nextLine(text, Math.max(field.start, field.end - 1));
  const lines = Object.entries(added).map(([name, value]) => emitEntry(name, value, 0));
  const inserted = withLineEnding(lines.join(''), lineEndingOf(text));
  const result = text.slice(0, at) + inserted + text.slice(at);
  const after = scanNote(result);
  const isWhole =
    after.bodyStart === note.bodyStart + inserted.length &&
    isEqualData(readProperties(result, after), { ...current, ...added });
  if (isWhole) return result;
  throw invalidFrontmatter('The properties cannot stand there.');
}
