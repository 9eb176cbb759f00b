/** One instruction in the form of the REST protocol's second dialect. */
export interface Instruction {
  readonly targetType: 'block' | 'frontmatter' | 'heading';
  readonly target: readonly string[] | string | null;
  readonly operation: 'append' | 'delete' | 'prepend' | 'replace';
  readonly scope?: 'content' | 'marker' | 'markerAndContent' | 'parent';
  readonly content?: string;
  readonly value?: unknown;
  readonly destination?: unknown;
  readonly within?: number;
  readonly createTargetIfMissing?: boolean;
  readonly rejectIfContentPreexists?: boolean;
}

/** An edit, and what the note is after it. */
export interface SectionCase {
  readonly name: string;
  readonly note?: string;
  readonly edit: Instruction;
  readonly text: string;
  readonly warnings?: readonly string[];
}

/** An edit that is refused: with which reason, and which number at the REST protocol. */
export interface RefusedCase {
  readonly name: string;
  readonly note?: string;
  readonly edit: Instruction;
  readonly reason: string;
  readonly number: number;
}

/** The properties of the note that the specification starts from. */
const top = '---\ntitle: Alpha # c\nstatus: open\ntags: [work, work/deep]\ncount: 3\n---\n\n';
const one = '# One\n\nbody of one\n\n';
const sub = '## Sub\n\nsub body\n\npara with id ^p1\n\n';
const two = '# Two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n^t1\n';
/** `a.md` of the specification. */
export const noteA = top + one + sub + two;

/** Behind the name of the second sibling of one name. */
export const secondMark = '\u{FC750}\u{F6440}';
export const repeatedNote = '# L\n\none\n\n# L\n\ntwo\n';

const heading = (
  target: readonly string[] | null,
  operation: Instruction['operation'],
  rest: Partial<Instruction> = {},
): Instruction => ({ targetType: 'heading', target, operation, ...rest });
const block = (
  target: string,
  operation: Instruction['operation'],
  rest: Partial<Instruction> = {},
): Instruction => ({ targetType: 'block', target, operation, ...rest });
const property = (
  target: string,
  operation: Instruction['operation'],
  rest: Partial<Instruction> = {},
): Instruction => ({ targetType: 'frontmatter', target, operation, ...rest });

const both = { scope: 'markerAndContent' } as const;
const marker = { scope: 'marker' } as const;
const inSub = ['One', 'Sub'];
const appended = `${top}${one}${sub}new\n\n${two}`;

export const sectionCases: readonly SectionCase[] = [
  {
    name: '153 append goes to the end of the section',
    edit: heading(inSub, 'append', { content: 'new' }),
    text: appended,
  },
  ...['X', 'X\n', '\nX\n\n'].map((content) => ({
    name: `155 blank lines at the ends of ${JSON.stringify(content)} mean nothing`,
    edit: heading(inSub, 'append', { content }),
    text: `${top}${one}${sub}X\n\n${two}`,
  })),
  {
    name: '156 a heading in the content is below the section',
    edit: heading(inSub, 'append', { content: '# Child' }),
    text: `${top}${one}${sub}### Child\n\n${two}`,
  },
  {
    name: '156 headings keep their distance, and code its signs',
    edit: heading(['Two'], 'replace', { content: '# A\n## B\n\n```\n# c\n```\n\nD\n=\n\nE\n-' }),
    text: `${top}${one}${sub}# Two\n\n## A\n### B\n\n\`\`\`\n# c\n\`\`\`\n\nD\n-\n\n### E\n`,
  },
  {
    name: '157 a heading that is too deep is written with a warning',
    edit: heading(inSub, 'append', { content: '###### deep' }),
    text: `${top}${one}${sub}######## deep\n\n${two}`,
    warnings: ['heading-depth-overflow'],
  },
  {
    name: '158 a heading is renamed and keeps what it holds',
    edit: heading(inSub, 'replace', { ...marker, content: 'Renamed' }),
    text: noteA.replace('## Sub', '## Renamed'),
  },
  {
    name: '158 text can be put around a heading',
    edit: heading(inSub, 'append', { ...marker, content: ' two' }),
    text: noteA.replace('## Sub', '## Sub two'),
  },
  {
    name: '158 a heading that is deleted leaves what it holds',
    edit: heading(inSub, 'delete', marker),
    text: noteA.replace('## Sub\n', ''),
  },
  {
    name: '158 paragraphs stay apart when the heading between them is deleted',
    note: 'a\n# H\nb\n',
    edit: heading(['H'], 'delete', marker),
    text: 'a\n\nb\n',
  },
  {
    name: '159 a section is deleted',
    edit: heading(['Two'], 'delete', both),
    text: top + one + sub,
  },
  {
    name: '160 a section is put behind another one',
    edit: heading(inSub, 'append', { ...both, content: '# Next' }),
    text: `${top}${one}${sub}## Next\n\n${two}`,
  },
  {
    name: '160 a section is put in front of another one',
    edit: heading(inSub, 'prepend', { ...both, content: '# Before\n\nx' }),
    text: `${top}${one}## Before\n\nx\n\n${sub}${two}`,
  },
  {
    name: '160 a section is replaced with its heading',
    edit: heading(inSub, 'replace', { ...both, content: '# New\n## Child' }),
    text: `${top}${one}## New\n### Child\n\n${two}`,
  },
  {
    name: '160 a section without a heading belongs to the one above',
    note: '# A\na\n# B\nb\n',
    edit: heading(['B'], 'replace', { ...both, content: 'plain' }),
    text: '# A\na\n\nplain\n',
  },
  {
    name: '161 deleting what a heading holds leaves the heading',
    edit: heading(inSub, 'delete'),
    text: `${top}${one}## Sub\n\n${two}`,
  },
  {
    name: '162 a section is moved to the end of another one',
    edit: heading(inSub, 'replace', {
      scope: 'parent',
      destination: { parent: ['Two'], place: 'last' },
    }),
    text: `${top}${one}${two}\n${sub.trimEnd()}\n`,
  },
  {
    name: '163 a section is moved to the top of the note',
    edit: heading(inSub, 'replace', {
      scope: 'parent',
      destination: { parent: null, place: 'first' },
    }),
    text: `${top}${sub.replace('##', '#')}${one}${two}`,
  },
  {
    name: '163 a section is moved in front of another one, with all below it',
    edit: heading(['Two'], 'replace', {
      scope: 'parent',
      destination: { parent: ['One'], place: { before: inSub } },
    }),
    text: `${top}${one}${two.replace('#', '##')}\n${sub}`,
  },
  {
    name: '163 a section is moved behind another one',
    edit: heading(['One'], 'replace', {
      scope: 'parent',
      destination: { parent: [], place: { after: ['Two'] } },
    }),
    text: `${top}${two}\n${one}${sub.trimEnd()}\n`,
  },
  {
    name: '163 a section that stays where it is only gets another level',
    note: '# A\n## B\n### C\n\nc\n',
    edit: heading(['A', 'B', 'C'], 'replace', {
      scope: 'parent',
      destination: { parent: ['A'], place: 'last' },
    }),
    text: '# A\n## B\n## C\n\nc\n',
  },
  {
    name: '164 text is spliced into a block as it is',
    edit: heading(['One'], 'append', { within: 0, content: ' more' }),
    text: noteA.replace('body of one', 'body of one more'),
  },
  {
    name: '164 a block is replaced in place',
    edit: heading(inSub, 'replace', { within: -2, content: 'other' }),
    text: noteA.replace('sub body', 'other'),
  },
  {
    name: '164 a block is deleted with the blank line behind it',
    edit: heading(inSub, 'delete', { within: 0 }),
    text: noteA.replace('sub body\n\n', ''),
  },
  {
    name: '165 a block is put behind the last one of the own body',
    edit: heading(['One'], 'append', { ...both, within: -1, content: 'next' }),
    text: `${top}${one}next\n\n${sub}${two}`,
  },
  {
    name: '165 a line that only names a block is not counted',
    edit: heading(['Two'], 'append', { ...both, within: -1, content: 'next' }),
    text: `${noteA}\nnext\n`,
  },
  {
    name: '165 a block is put in front of another one',
    edit: heading(['One'], 'prepend', { ...both, within: 0, content: 'before' }),
    text: noteA.replace('body of one', 'before\n\nbody of one'),
  },
  {
    name: '168 a property is set to a typed value',
    edit: property('status', 'replace', { value: ['a'] }),
    text: noteA.replace('status: open', 'status:\n  - a'),
  },
  {
    name: '168 a property is renamed in place',
    edit: property('status', 'replace', { ...marker, content: 'state' }),
    text: noteA.replace('status: open', 'state: open'),
  },
  {
    name: '168 a list grows by one',
    edit: property('tags', 'append', { value: 'x' }),
    text: noteA.replace('work/deep]', 'work/deep, x]'),
  },
  {
    name: '168 a property is emptied',
    edit: property('status', 'delete'),
    text: noteA.replace('status: open', 'status:'),
  },
  {
    name: '168 a property is deleted',
    edit: property('status', 'delete', both),
    text: noteA.replace('status: open\n', ''),
  },
  {
    name: '168 further properties are put in front of one',
    edit: property('status', 'prepend', { ...both, value: { a: 1, b: 'x' } }),
    text: noteA.replace('status', 'a: 1\nb: x\nstatus'),
  },
  {
    name: '168 further properties are put behind one, and its comment stays',
    edit: property('title', 'append', { ...both, value: { a: [1] } }),
    text: noteA.replace('# c\n', '# c\na:\n  - 1\n'),
  },
  {
    name: '168 a missing property is made',
    edit: property('zz', 'append', { value: ['x'], createTargetIfMissing: true }),
    text: noteA.replace('count: 3\n', 'count: 3\nzz:\n  - x\n'),
  },
  {
    name: '175 the whole note is appended to',
    edit: heading(null, 'append', { content: 'end' }),
    text: `${noteA}\nend\n`,
  },
  {
    name: '175 the whole note is prepended to, below its properties',
    edit: heading([], 'prepend', { content: '# First' }),
    text: `${top}# First\n\n${one}${sub}${two}`,
  },
  {
    name: '175 the whole note is replaced, but for its properties',
    edit: heading(null, 'replace', { ...both, content: 'x' }),
    text: `${top}x\n`,
  },
  {
    name: '176 the second of two headings of one name',
    note: repeatedNote,
    edit: heading([`L${secondMark}`], 'append', { content: 'new' }),
    text: `${repeatedNote}\nnew\n`,
  },
  {
    name: '176 the plain name is the first',
    note: repeatedNote,
    edit: heading(['L'], 'append', { content: 'new' }),
    text: '# L\n\none\n\nnew\n\n# L\n\ntwo\n',
  },
  {
    name: '176 the second of two blocks of one id',
    note: 'a ^x\n\nb ^x\n',
    edit: block(`x${secondMark}`, 'replace', { content: 'c' }),
    text: 'a ^x\n\nc ^x\n',
  },
  {
    name: '130 text is put into a block in front of its id',
    edit: block('p1', 'append', { content: 'X' }),
    text: noteA.replace('para with id ^p1', 'para with idX ^p1'),
  },
  {
    name: '130 a block gets another id',
    edit: block('p1', 'replace', { ...marker, content: 'p2' }),
    text: noteA.replace('^p1', '^p2'),
  },
  {
    name: '130 a block loses its id',
    edit: block('p1', 'delete', marker),
    text: noteA.replace(' ^p1', ''),
  },
  {
    name: '130 a table loses the id below it',
    edit: block('t1', 'delete', marker),
    text: noteA.replace('\n\n^t1', ''),
  },
  {
    name: '130 a block is deleted with its id',
    edit: block('p1', 'delete', both),
    text: noteA.replace('\npara with id ^p1\n', ''),
  },
  {
    name: '130 a block is replaced with its id',
    edit: block('p1', 'replace', { ...both, content: 'X' }),
    text: noteA.replace('para with id ^p1', 'X'),
  },
  {
    name: '130 a block is put behind another one',
    edit: block('p1', 'append', { ...both, content: 'X' }),
    text: noteA.replace('^p1\n', '^p1\n\nX\n'),
  },
  {
    name: '130 an item is put in front of another one',
    note: '- a\n- b ^i\n',
    edit: block('i', 'prepend', { ...both, content: '- x' }),
    text: '- a\n- x\n- b ^i\n',
  },
  {
    name: '131 a missing block is made at the end',
    edit: block('zz', 'replace', { content: 'X', createTargetIfMissing: true }),
    text: `${noteA}\nX ^zz\n`,
  },
  {
    name: '132 rows are added to a table',
    edit: block('t1', 'append', { value: [['3', '4']] }),
    text: noteA.replace('| 1 | 2 |', '| 1 | 2 |\n| 3 | 4 |'),
  },
  {
    name: '192 missing headings are made below what exists',
    edit: heading(['One', 'New'], 'replace', { content: '# x', createTargetIfMissing: true }),
    text: `${top}${one}${sub}## New\n### x\n\n${two}`,
  },
  {
    name: '192 missing headings are made at the end',
    edit: heading(['Brand', 'New'], 'append', { content: 'x', createTargetIfMissing: true }),
    text: `${noteA}\n# Brand\n## New\nx\n`,
  },
  {
    name: '148 a note with CRLF gets CRLF',
    note: '# A\r\n\r\na\r\n\r\n# B\r\n',
    edit: heading(['A'], 'append', { content: 'x\ny' }),
    text: '# A\r\n\r\na\r\n\r\nx\r\ny\r\n\r\n# B\r\n',
  },
];

export const refusedCases: readonly RefusedCase[] = [
  {
    name: '166 a block that is not there',
    edit: heading(['One'], 'append', { within: 9, content: 'x' }),
    reason: 'section-target-missing',
    number: 40400,
  },
  {
    name: '167 a position has no name',
    edit: heading(['One'], 'replace', { ...marker, within: 0, content: 'x' }),
    reason: 'edit-invalid',
    number: 40081,
  },
  {
    name: '167 a position cannot be made',
    edit: heading(['One'], 'append', { within: 0, content: 'x', createTargetIfMissing: true }),
    reason: 'edit-invalid',
    number: 40081,
  },
  {
    name: '170 a property takes a value',
    edit: property('status', 'replace', { content: 'x' }),
    reason: 'edit-invalid',
    number: 40081,
  },
  {
    name: '170 a heading takes content',
    edit: heading(['One'], 'append'),
    reason: 'edit-invalid',
    number: 40081,
  },
  {
    name: '170 content and value exclude each other',
    edit: block('p1', 'append', { content: 'x', value: [['x']] }),
    reason: 'edit-invalid',
    number: 40081,
  },
  {
    name: '171 nothing can be prepended to a place',
    edit: heading(['One'], 'prepend', {
      scope: 'parent',
      destination: { parent: null, place: 'last' },
    }),
    reason: 'edit-invalid',
    number: 40081,
  },
  {
    name: '171 a block id has no blank',
    edit: block('p 1', 'append', { content: 'x' }),
    reason: 'edit-invalid',
    number: 40081,
  },
  {
    name: '171 a note has no name of its own to change',
    edit: heading(null, 'replace', { ...marker, content: 'x' }),
    reason: 'edit-invalid',
    number: 40081,
  },
  {
    name: '162 a section cannot be moved into itself',
    edit: heading(['One'], 'replace', {
      scope: 'parent',
      destination: { parent: inSub, place: 'last' },
    }),
    reason: 'patch-rejected',
    number: 40080,
  },
  {
    name: '163 a section is moved beside a heading of its parent',
    edit: heading(['Two'], 'replace', {
      scope: 'parent',
      destination: { parent: null, place: { before: inSub } },
    }),
    reason: 'edit-invalid',
    number: 40081,
  },
  {
    name: '173 a missing heading',
    edit: heading(['Nope'], 'append', { content: 'x' }),
    reason: 'section-target-missing',
    number: 40400,
  },
  {
    name: '173 a missing block',
    edit: block('nope', 'append', { content: 'x' }),
    reason: 'section-target-missing',
    number: 40400,
  },
  {
    name: '173 a missing property',
    edit: property('zz', 'replace', { value: 1 }),
    reason: 'section-target-missing',
    number: 40400,
  },
  {
    name: '174 content that is there already',
    edit: heading(['One'], 'append', { content: 'sub body', rejectIfContentPreexists: true }),
    reason: 'content-preexists',
    number: 40900,
  },
  {
    name: '176 a heading that looks like a repeated one',
    note: `# L${secondMark}\n`,
    edit: heading(['L'], 'append', { content: 'x' }),
    reason: 'patch-rejected',
    number: 40080,
  },
  {
    name: '133 rows with another number of cells',
    edit: block('t1', 'append', { value: [['3']] }),
    reason: 'table-columns-differ',
    number: 40081,
  },
  {
    name: '133 rows for a paragraph',
    edit: block('p1', 'append', { value: [['3', '4']] }),
    reason: 'table-missing',
    number: 40081,
  },
  {
    name: '133 rows that are no list',
    edit: block('t1', 'append', { value: { a: 1 } }),
    reason: 'table-rows-invalid',
    number: 40081,
  },
  {
    name: '137 a number takes nothing more',
    edit: property('count', 'append', { value: 1 }),
    reason: 'content-not-mergeable',
    number: 40080,
  },
  {
    name: '146 properties that cannot be read',
    note: '---\na: [\n---\n\nx\n',
    edit: property('a', 'replace', { value: 1 }),
    reason: 'frontmatter-invalid',
    number: 40005,
  },
  {
    name: 'a code fence that is not closed',
    edit: heading(['One'], 'append', { content: '```\nx' }),
    reason: 'patch-rejected',
    number: 40080,
  },
];
