export const editOperations = ['append', 'delete', 'prepend', 'replace'] as const;
export type EditOperation = (typeof editOperations)[number];

/**
 * Which part of a section an edit is about: what it holds, its name (the text of a heading, the id
 * of a block, the key of a property), both, or its place below another heading.
 */
export const editScopes = ['content', 'marker', 'markerAndContent', 'parent'] as const;
export type EditScope = (typeof editScopes)[number];

/** A section of a note. */
export type ScopedTarget =
  | {
      readonly type: 'heading';
      /**
       * The texts of the headings from the top, as the nested map has them; none is the whole body.
       * A text is looked for as `Parent::Child`, or by its bare name when only one heading has it.
       */
      readonly at: readonly string[] | string;
      /** Take the first heading that a text could mean. */
      readonly isLoose?: boolean | undefined;
    }
  | { readonly type: 'block'; readonly id: string }
  | { readonly type: 'frontmatter'; readonly key: string };

/** Where a moved section goes. */
export interface SectionDestination {
  /** The heading that it will be below; none is the top of the note. */
  readonly parent: readonly string[];
  readonly place:
    | 'first'
    | 'last'
    | { readonly before: readonly string[] }
    | { readonly after: readonly string[] };
}

/** A change of one part of a section. Which of the members it needs is said by `check-edit.ts`. */
export interface ScopedEdit {
  readonly target: ScopedTarget;
  readonly operation: EditOperation;
  readonly scope: EditScope;
  readonly content?: string | undefined;
  readonly value?: unknown;
  readonly destination?: SectionDestination | undefined;
  /** One block of what stands between the heading and the next one, from 0; from the end below 0. */
  readonly within?: number | undefined;
  readonly createTargetIfMissing?: boolean | undefined;
  readonly rejectIfContentPreexists?: boolean | undefined;
  /** Whether `#` in the content means a level of the note, or one below the section. */
  readonly levels?: 'absolute' | 'relative' | undefined;
}

export interface EditWarning {
  readonly code: 'heading-depth-overflow';
  readonly message: string;
}

export interface ScopedEdited {
  readonly text: string;
  readonly warnings: readonly EditWarning[];
}

/** What a part of a section holds: a property is data. */
export type ScopedValue = { readonly text: string } | { readonly value: unknown };
