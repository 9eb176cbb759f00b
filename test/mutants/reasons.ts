/** Why survivors are left alive. What is left out of `file` and `what` is not asked for. */
export interface Reason {
  readonly file?: string;
  /** Found in the change, `was → is`. */
  readonly what?: RegExp;
  readonly why: string;
}

const later =
  'Cases were added for this file because of these survivors, after the run; it has not been repeated since.';

export const reasons: readonly Reason[] = [
  {
    what: /^['"`].*\s.*['"`] → (?:""|``)$/,
    why: 'The words of an error. The tests beside the code hold its reason; words that a contract names are held at the doors, in other processes.',
  },
  ...[
    'block-edit.ts',
    'content.ts',
    'heading-create.ts',
    'heading-edit.ts',
    'join-notes.ts',
    'property-edit.ts',
    'read-section.ts',
    'relink-base.ts',
  ].map((file) => ({ file, why: later })),
  {
    file: 'frontmatter.ts',
    what: /block\.start, note\.bodyStart/,
    why: 'Equivalent: the first line of the block is the first line of the note.',
  },
  {
    file: 'frontmatter.ts',
    what: /hasOwn|changed === yaml/,
    why: 'Shortcuts: what stays equal keeps every byte without them, too. They differ only for a block without any property, which is worth a test.',
  },
  { file: 'frontmatter.ts', what: /yaml === ''|^'' → /, why: later },
  {
    file: 'frontmatter.ts',
    what: /bodyStart !==|^\{/,
    why: 'A second lock: values are written so that they cannot end the block, and no test gets past the first.',
  },
  {
    file: 'frontmatter.ts',
    why: 'Worth tests: a body that is no YAML, a block of blanks, and more than one blank line below a block that goes.',
  },
  {
    file: 'lines.ts',
    what: /feed > 0|feed > at → (?:true|feed >= at)/,
    why: 'Equivalent: at its own beginning a line has no character before the line feed that could be a carriage return of its own.',
  },
  {
    file: 'lines.ts',
    what: /at === 1/,
    why: 'Differs only where a byte order mark stands inside a text.',
  },
  {
    file: 'lines.ts',
    why: 'Worth tests of the function itself: the last line without a line ending, and CRLF.',
  },
  {
    file: 'link-encoding.ts',
    what: /toLowerCase/,
    why: 'Equivalent: either case of a digit means the same.',
  },
  {
    file: 'link-encoding.ts',
    why: 'Worth tests: a tab and a space beyond ASCII in a name.',
  },
  {
    file: 'keep-outside.ts',
    why: 'Worth tests: splices that end exactly at a heading, and a heading that changes its level only.',
  },
  {
    file: 'merge.ts',
    what: /\[\] →/,
    why: 'One cannot be reached once there is no conflict; for the other a test should look at the conflicts of a clean merge.',
  },
  {
    file: 'merge.ts',
    what: /excludeFalseConflicts/,
    why: 'Worth a test: the same change on both sides.',
  },
  {
    file: 'merge.ts',
    why: 'Equivalent: the text that is left has no line feed, so it ends at the end.',
  },
  {
    file: 'plain-data.ts',
    what: /Object\.is/,
    why: 'A shortcut but for NaN, which is worth a test.',
  },
  {
    file: 'plain-data.ts',
    why: 'Equivalent: what is equal was found to be so before, and a list is no record.',
  },
];
