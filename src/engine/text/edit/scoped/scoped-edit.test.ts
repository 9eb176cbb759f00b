import { expect, test } from 'vitest';
import { hostileNote } from '../../../../../test/support/hostile-notes.ts';
import { fc } from '../../../../../test/support/property.ts';
import {
  type Instruction,
  noteA,
  refusedCases,
  repeatedNote,
  secondMark,
  sectionCases,
} from '../../../../../test/support/section-cases.ts';
import { isVaultError } from '../../../../contract/errors.ts';
import { scanNote } from '../../markdown/scan.ts';
import { applyScopedEdit } from './apply-edit.ts';
import { type HeadingTree, nestedMap } from './names.ts';
import { readScope } from './read-scope.ts';
import { isRename, renameScoped } from './rename.ts';
import type { ScopedEdit, ScopedTarget, SectionDestination } from './scoped-edit.ts';

const toTarget = ({ targetType, target }: Pick<Instruction, 'target' | 'targetType'>) => {
  const text = typeof target === 'string' ? target : '';
  if (targetType === 'block') return { type: 'block', id: text } as const;
  if (targetType === 'frontmatter') return { type: 'frontmatter', key: text } as const;
  return { type: 'heading', at: target ?? [] } as const;
};

const toEdit = ({ destination, ...edit }: Instruction): ScopedEdit => ({
  scope: 'content',
  ...edit,
  target: toTarget(edit),
  ...(destination !== undefined && { destination: toDestination(destination) }),
});

const toDestination = (raw: unknown): SectionDestination => {
  const { parent, place } = Object(raw);
  return { parent: parent ?? [], place };
};

const reasonOf = (run: () => unknown) => {
  try {
    run();
  } catch (thrown) {
    if (isVaultError(thrown)) return thrown.about.reason ?? thrown.code;
    throw thrown;
  }
  return 'nothing was refused';
};

test.each(sectionCases)('$name', ({ note = noteA, edit, text, warnings = [] }) => {
  const edited = applyScopedEdit(note, toEdit(edit));
  expect(edited.text).toBe(text);
  expect(edited.warnings.map(({ code }) => code)).toEqual(warnings);
});

test.each(refusedCases)('refused: $name', ({ note = noteA, edit, reason }) =>
  expect(reasonOf(() => applyScopedEdit(note, toEdit(edit)))).toBe(reason),
);

test('169 a property is not renamed onto another one', () =>
  expect(
    reasonOf(() =>
      applyScopedEdit(noteA, {
        target: { type: 'frontmatter', key: 'status' },
        operation: 'replace',
        scope: 'marker',
        content: 'count',
      }),
    ),
  ).toBe('already-exists'));

test('158 a renamed heading says what links to it become', () => {
  const edit = toEdit({
    targetType: 'heading',
    target: ['One', 'Sub'],
    operation: 'replace',
    scope: 'marker',
    content: 'New name',
  });
  expect(isRename(edit)).toBe(true);
  const { newSubpath } = renameScoped(noteA, edit);
  expect(newSubpath('#Sub')).toBe('#New name');
  expect(newSubpath('#One')).toBe(undefined);
});

test('59 and 65 the nested map has every heading once', () => {
  expect(nestedMap(scanNote(noteA))).toEqual({
    headings: { One: { Sub: {} }, Two: {} },
    blocks: ['p1', 't1'],
    frontmatterFields: ['title', 'status', 'tags', 'count'],
  });
  expect(Object.keys(nestedMap(scanNote(repeatedNote)).headings)).toEqual(['L', `L${secondMark}`]);
  const many = '# L\n'.repeat(19);
  expect(Object.keys(nestedMap(scanNote(many)).headings).at(-1)).toBe(
    'L\u{FC750}\u{F6441}\u{F6441}',
  );
  expect(JSON.stringify(nestedMap(scanNote('# __proto__\n')).headings)).toBe('{"__proto__":{}}');
});

const read = (
  target: ScopedTarget,
  scope: 'content' | 'marker' | 'markerAndContent',
  note = noteA,
) => readScope(note, target, { scope });

test('66 to 72 a part is read as an edit of it takes it', () => {
  const sub = { type: 'heading', at: ['One', 'Sub'] } as const;
  expect(read(sub, 'content')).toEqual({ text: '\nsub body\n\npara with id ^p1\n\n' });
  expect(read(sub, 'marker')).toEqual({ text: 'Sub' });
  expect(read(sub, 'markerAndContent')).toEqual({
    text: '# Sub\n\nsub body\n\npara with id ^p1\n\n',
  });
  expect(read({ type: 'heading', at: ['One'] }, 'content')).toEqual({
    text: '\nbody of one\n\n# Sub\n\nsub body\n\npara with id ^p1\n\n',
  });
  expect(read({ type: 'block', id: 'p1' }, 'content')).toEqual({ text: 'para with id' });
  expect(read({ type: 'block', id: 'p1' }, 'markerAndContent')).toEqual({
    text: 'para with id ^p1',
  });
  expect(read({ type: 'frontmatter', key: 'status' }, 'content')).toMatchObject({ value: 'open' });
  expect(read({ type: 'frontmatter', key: 'zz' }, 'content')).toBe(undefined);
  expect(read({ type: 'heading', at: ['Nope'] }, 'content')).toBe(undefined);
});

/** Every list of names in a tree of headings. */
const pathsIn = (tree: HeadingTree, above: readonly string[] = []): string[][] =>
  Object.entries(tree).flatMap(([name, below]) => {
    const path = [...above, name];
    return [path, ...pathsIn(below, path)];
  });

/** Every section of a note. */
const targetsOf = (text: string): ScopedTarget[] => {
  const map = nestedMap(scanNote(text));
  return [
    { type: 'heading', at: [] },
    ...pathsIn(map.headings).map((at) => ({ type: 'heading' as const, at })),
    ...map.blocks.map((id) => ({ type: 'block' as const, id })),
    ...map.frontmatterFields.map((key) => ({ type: 'frontmatter' as const, key })),
  ];
};

const scopes = ['content', 'marker', 'markerAndContent'] as const;

test('191 a part replaced by what was read of it changes no byte', () =>
  fc.assert(
    fc.property(hostileNote, (text) => {
      for (const target of targetsOf(text)) {
        for (const scope of scopes) {
          if (target.type === 'heading' && target.at.length === 0 && scope === 'marker') continue;
          const held = readScope(text, target, { scope });
          expect(held).toBeDefined();
          const carrier =
            held !== undefined && 'text' in held ? { content: held.text } : { ...held };
          const edit: ScopedEdit = { target, scope, operation: 'replace', ...carrier };
          expect(applyScopedEdit(text, edit).text).toBe(text);
        }
      }
    }),
    // A block that ends with blank lines is rare among the generated notes.
    { numRuns: 60, examples: [['- one ^i1\n    - nested\n\n\n\ttab\n\n\n- [ ] task\n\n\n']] },
  ));

/** The names of a heading that occurs once, joined; nothing for others. */
const pathOf = (text: string, index: number): string => {
  const { headings } = scanNote(text);
  const names: string[] = [];
  for (let at = index; at !== -1; at = headings[at]?.parent ?? -1) {
    names.unshift(headings[at]?.text ?? '');
  }
  return names.join('\0');
};

const tryEdit = <Result>(edit: () => Result): Result | undefined => {
  try {
    return edit();
  } catch (thrown) {
    if (isVaultError(thrown)) return undefined;
    throw thrown;
  }
};

test('an edit of a section never alters a byte outside of it', () =>
  fc.assert(
    fc.property(hostileNote, fc.constantFrom('new', '# H', '- item', ''), (text, content) => {
      const { headings } = scanNote(text);
      for (const at of pathsIn(nestedMap(scanNote(text)).headings)) {
        const path = { type: 'heading', at } as const;
        const start = headings.findIndex((_, index) => pathOf(text, index) === at.join('\0'));
        const heading = headings[start];
        if (heading === undefined) continue;
        for (const operation of ['append', 'delete', 'prepend', 'replace'] as const) {
          for (const scope of ['content', 'markerAndContent'] as const) {
            const carrier = operation === 'delete' ? {} : { content };
            const edit = { target: path, operation, scope, ...carrier };
            const after = tryEdit(() => applyScopedEdit(text, edit).text);
            if (after === undefined) continue;
            const from = scope === 'content' ? heading.bodyStart : heading.start;
            expect(after.startsWith(text.slice(0, from))).toBe(true);
            expect(after.endsWith(text.slice(heading.sectionEnd))).toBe(true);
          }
        }
      }
    }),
    { numRuns: 60 },
  ));

test('a moved section keeps every heading of the note', () =>
  fc.assert(
    fc.property(hostileNote, (text) => {
      const paths = pathsIn(nestedMap(scanNote(text)).headings);
      for (const at of paths) {
        for (const parent of [[], ...paths]) {
          const edited = tryEdit(() =>
            applyScopedEdit(text, {
              target: { type: 'heading', at },
              operation: 'replace',
              scope: 'parent',
              destination: { parent, place: parent.length % 2 === 0 ? 'first' : 'last' },
            }),
          );
          if (edited === undefined || edited.warnings.length > 0) continue;
          const names = (note: string) =>
            scanNote(note)
              .headings.map((each) => each.text)
              .sort();
          expect(names(edited.text)).toEqual(names(text));
        }
      }
    }),
    { numRuns: 60 },
  ));
