import { VaultError } from '../../../../contract/errors.ts';
import type { EditOperation, EditScope, ScopedEdit } from './scoped-edit.ts';

const all: readonly EditOperation[] = ['append', 'delete', 'prepend', 'replace'];

/** What can be done to which part of a section. */
const allowed: Readonly<
  Record<ScopedEdit['target']['type'], Readonly<Record<EditScope, readonly EditOperation[]>>>
> = {
  heading: { content: all, marker: all, markerAndContent: all, parent: ['replace'] },
  block: { content: all, marker: ['replace', 'delete'], markerAndContent: all, parent: [] },
  frontmatter: { content: all, marker: ['replace'], markerAndContent: all, parent: [] },
};

type Carrier = 'content' | 'destination' | 'value';

/** Refuses an edit that means nothing: it names the member that is wrong. */
export function checkEdit(edit: ScopedEdit): void {
  const { target, operation, scope, within } = edit;
  if (!allowed[target.type][scope].includes(operation)) {
    throw invalidEdit(
      'operation',
      `A ${target.type} has no "${operation}" of its "${scope}".`,
      sayAllowed(target.type, scope),
    );
  }
  if (within !== undefined) checkWithin(edit);
  if (target.type === 'heading' && target.at.length === 0 && isAboutHeading(scope)) {
    throw invalidEdit(
      'scope',
      `The whole note has no "${scope}".`,
      'Name a heading, or use the scope "content".',
    );
  }
  checkCarrier(edit);
}

/** The edit contradicts itself. `member` is what to correct. */
export function invalidEdit(member: string, message: string, hint: string): VaultError {
  return new VaultError('invalid-input', message, {
    reason: 'edit-invalid',
    hint,
    data: { parameter: member },
  });
}

function isAboutHeading(scope: EditScope): boolean {
  return scope === 'marker' || scope === 'parent';
}

function checkWithin({ target, scope, createTargetIfMissing }: ScopedEdit): void {
  if (target.type !== 'heading') {
    throw invalidEdit(
      'within',
      'Only a heading has blocks to choose from.',
      'Leave out "within", or target a heading.',
    );
  }
  if (isAboutHeading(scope)) {
    throw invalidEdit(
      'within',
      `"within" has no scope "${scope}".`,
      'Use the scope "content" or "markerAndContent".',
    );
  }
  if (createTargetIfMissing === true) {
    throw invalidEdit(
      'createTargetIfMissing',
      'A block that is named by its position cannot be made.',
      'Leave out "within" or "createTargetIfMissing".',
    );
  }
}

function checkCarrier(edit: ScopedEdit): void {
  const wanted = carriersOf(edit);
  const given = (['content', 'destination', 'value'] as const).filter(
    (name) => edit[name] !== undefined,
  );
  const [first, second] = given;
  if (second !== undefined) {
    throw invalidEdit(second, `"${first}" and "${second}" exclude each other.`, sayWanted(wanted));
  }
  if (first === undefined ? wanted.length === 0 : wanted.includes(first)) return;
  const message =
    first === undefined
      ? `"${wanted[0]}" is missing.`
      : `"${first}" has no meaning for this edit of a ${edit.target.type}.`;
  throw invalidEdit(first ?? wanted[0] ?? 'content', message, sayWanted(wanted));
}

/** What an edit can bring; an edit that brings nothing has none. */
function carriersOf({ target, operation, scope, within, levels }: ScopedEdit): readonly Carrier[] {
  if (operation === 'delete') return [];
  if (scope === 'parent') return ['destination'];
  if (scope === 'marker') return ['content'];
  if (target.type === 'frontmatter') return ['value'];
  const isTable = target.type === 'block' || (levels === 'absolute' && within === undefined);
  return isTable && scope === 'content' ? ['content', 'value'] : ['content'];
}

function sayWanted(wanted: readonly Carrier[]): string {
  return wanted.length === 0
    ? 'This edit takes neither "content" nor "value" nor "destination".'
    : `This edit takes ${wanted.map((name) => `"${name}"`).join(' or ')}.`;
}

function sayAllowed(type: ScopedEdit['target']['type'], scope: EditScope): string {
  const operations = allowed[type][scope];
  return operations.length === 0
    ? `A ${type} has no scope "${scope}".`
    : `With the scope "${scope}" a ${type} has: ${operations.join(', ')}.`;
}
