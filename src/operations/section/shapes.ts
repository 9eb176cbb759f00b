import * as z from 'zod';
import type {
  ScopedTarget,
  SectionDestination,
} from '../../engine/text/edit/scoped/scoped-edit.ts';

/** A skipped level is no name. */
const names = z
  .array(z.string().nullable())
  .transform((parts) => parts.filter((part) => part !== null));
const namesOrTop = z.union([names, z.null()]).transform((parts) => parts ?? []);

/** Which section of a note is meant. */
export const sectionTarget = {
  targetType: z.enum(['block', 'frontmatter', 'heading']).describe('What "target" names.'),
  target: z
    .union([z.string(), names, z.null()])
    .describe(
      'A heading as the list of heading texts from the top, null for the whole body, or as the text "Parent::Child"; a block id; a property.',
    ),
  firstMatch: z
    .boolean()
    .optional()
    .describe('If a heading is given as text and several match, use the first one.'),
};

const place = z.union([
  z.enum(['first', 'last']),
  z.strictObject({ before: names }),
  z.strictObject({ after: names }),
]);

export const destination = z
  .strictObject({
    parent: namesOrTop.describe('The heading to move below, null for the top.'),
    place: place.describe('Among the sections there.'),
  })
  .transform((to): SectionDestination => to);

/** Whose levels the headings of a text have. */
export const levels = z
  .enum(['absolute', 'relative'])
  .optional()
  .describe('relative (default): "#" is one level below the section. absolute: as written.');

interface RawTarget {
  readonly targetType: ScopedTarget['type'];
  readonly target: string | string[] | null;
  readonly firstMatch?: boolean | undefined;
}

/** The target as the engine takes it; undefined when name and type do not fit. */
export function toScopedTarget({ targetType, target, firstMatch }: RawTarget) {
  if (targetType === 'heading') {
    return { type: 'heading', at: target ?? [], isLoose: firstMatch } as const;
  }
  if (typeof target !== 'string') return undefined;
  return targetType === 'block'
    ? ({ type: 'block', id: target } as const)
    : ({ type: 'frontmatter', key: target } as const);
}
