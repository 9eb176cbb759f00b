import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { B, H, K, McpHome, P } from '../support/mcp.ts';
import { notes } from '../support/notes.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset());

type Section = ReturnType<typeof H> | ReturnType<typeof B> | ReturnType<typeof K>;

interface Case {
  readonly path: string;
  /** Text of the note, when it is not one of the vault's. */
  readonly before?: string;
  readonly operation: 'append' | 'prepend' | 'replace';
  readonly section: Section;
  readonly content: string;
  readonly json?: boolean;
  readonly create?: boolean;
  readonly again?: boolean;
}

const toArguments = ({ path, operation, section, content, json, create, again }: Case) => ({
  target: P(path),
  operation,
  section,
  content,
  ...(json && { contentType: 'json' }),
  ...((create || again) && {
    patchOptions: {
      createTargetIfMissing: create ?? false,
      applyIfContentPreexists: again ?? false,
    },
  }),
});

const done = async (edit: Case, after: string) => {
  if (edit.before !== undefined) mcp.write({ [edit.path]: edit.before });
  const previous = mcp.text(edit.path);
  const result = await mcp.ok('patch_note', toArguments(edit));
  expect(mcp.text(edit.path)).toBe(after);
  expect(result).toMatchObject({
    previousSizeInBytes: Buffer.byteLength(previous),
    currentSizeInBytes: Buffer.byteLength(after),
  });
  return result;
};

const refused = async (edit: Case, reason: string, code = -32007) => {
  if (edit.before !== undefined) mcp.write({ [edit.path]: edit.before });
  const before = mcp.text(edit.path);
  const error = await mcp.fails('patch_note', toArguments(edit), reason, code);
  expect(mcp.text(edit.path)).toBe(before);
  return error;
};

const sec = (
  operation: Case['operation'],
  target: string,
  content: string,
  more: Partial<Case> = {},
): Case => ({
  path: 'sec.md',
  operation,
  section: H(target),
  content,
  ...more,
});
const goals = (operation: Case['operation'], content: string): Case => ({
  path: 'Projects/Plan.md',
  operation,
  section: H('Goals'),
  content,
});
const blk = (
  operation: Case['operation'],
  id: string,
  content: string,
  more: Partial<Case> = {},
): Case => ({
  path: 'blk.md',
  operation,
  section: B(id),
  content,
  ...more,
});
const n = (
  operation: Case['operation'],
  key: string,
  content: string,
  more: Partial<Case> = {},
): Case => ({
  path: 'N.md',
  operation,
  section: K(key),
  content,
  ...more,
});
const on = (
  before: string,
  operation: Case['operation'],
  target: string,
  content: string,
): Case => ({
  path: 'x.md',
  before,
  operation,
  section: H(target),
  content,
});

const { sections, plan, blocks, properties } = notes;
const appended = '# A\n\nbody a\n\n## B\n\nbody b\n\nnew\n\n# C\n\nbody c\n';

test('91 to 96 append, prepend and replace a section', async () => {
  const result = await done(sec('append', 'A', 'new'), appended);
  expect(result).toMatchObject({
    previousSizeInBytes: 39,
    currentSizeInBytes: 44,
    operation: 'append',
  });
  mcp.reset();
  await done(sec('append', 'A::B', 'new'), appended);
  mcp.reset();
  await done(sec('prepend', 'A', 'new'), sections.replace('# A\n\n', '# A\n\nnew\n\n'));
  mcp.reset();
  await done(sec('replace', 'A', 'new'), '# A\n\nnew\n\n# C\n\nbody c\n');
  mcp.reset();
  await done(sec('replace', 'A', ''), '# A\n\n# C\n\nbody c\n');
  mcp.reset();
  const named = await done(sec('replace', 'B', 'new'), sections.replace('body b', 'new'));
  expect(named.section).toEqual(H('A::B'));
});

test('97 and 98 append to the last section', async () => {
  await done(sec('append', 'C', 'new'), `${sections}\nnew\n`);
  mcp.reset();
  await done(sec('append', 'C', '\n\nnew\n\n'), `${sections}\nnew\n`);
});

test('99 to 103 content that is there already', async () => {
  const { recovery } = await refused(sec('append', 'A', 'body b'), 'content_preexists');
  expect(recovery).toEqual({
    hint: 'Nothing needs to be done. To add it once more, use obsidian_patch_note with patchOptions.applyIfContentPreexists.',
  });
  await refused(sec('append', 'A', 'ody'), 'content_preexists');
  await done(sec('append', 'A', 'body b', { again: true }), appended.replace('new', 'body b'));
  mcp.reset();
  await done(sec('replace', 'C', 'body c'), sections);
  await done(sec('append', 'A', '   '), sections);
});

test('104 to 108 missing sections', async () => {
  await refused(sec('append', 'Nope', 'new'), 'section_target_missing');
  await done(sec('append', 'Nope', 'new', { create: true }), `${sections}\n# Nope\nnew\n`);
  mcp.reset();
  await done(
    sec('append', 'A::X', 'new', { create: true }),
    appended.replace('\n\nnew', '\n\n## X\nnew'),
  );
  mcp.reset();
  await done(
    sec('append', 'A::B::Y::Z', 'new', { create: true }),
    appended.replace('\n\nnew', '\n\n### Y\n#### Z\nnew'),
  );
  await done(
    { ...on('## Top\n\nt\n', 'append', 'Top::Sub', 'x'), create: true },
    '## Top\n\nt\n\n### Sub\nx\n',
  );
});

test('109 headings in the content', async () => {
  await refused(sec('append', 'A::B', '# Up'), 'heading_outside_section');
  await done(sec('append', 'A::B', '### Down'), appended.replace('new', '### Down'));
});

test('110 to 113 names that several headings have', async () => {
  const write = { target: P('dup.md'), section: H('S'), content: 'z' };
  const error = await mcp.fails('write_note', write, 'ambiguous_section', -32002);
  expect(error.candidates).toEqual(['D::S', 'E::S']);
  await mcp.ok('write_note', { ...write, section: H('E::S') });
  expect(mcp.text('dup.md')).toBe('# D\n\n## S\n\na\n\n# E\n\n## S\n\nz\n');
  const twice = await refused(
    { path: 'rep.md', operation: 'append', section: H('Log'), content: 'x' },
    'ambiguous_section',
    -32002,
  );
  expect(twice.candidates).toEqual(['R::Log', 'R::Log']);
  await done(
    on('# S\n\nx\n\n# T\n\n## S\n\ny\n', 'append', 'S', 'z'),
    '# S\n\nx\n\nz\n\n# T\n\n## S\n\ny\n',
  );
});

test('114 to 118 lists, and headings that are repeated', async () => {
  const result = await done(goals('append', '- g2'), plan.replace('- g1\n', '- g1\n- g2\n'));
  expect(result).toMatchObject({ previousSizeInBytes: 72, currentSizeInBytes: 77 });
  mcp.reset();
  await done(goals('prepend', '- g0'), plan.replace('- g1\n', '- g0\n- g1\n'));
  mcp.reset();
  await done(goals('append', 'text'), plan.replace('- g1\n', '- g1\n\ntext\n'));
  mcp.reset();
  const written = await mcp.ok('write_note', {
    target: P('Projects/Plan.md'),
    section: H('Goals'),
    content: '## Goals\n\n- new',
  });
  expect(written).toMatchObject({
    sectionTargeted: true,
    sectionTarget: 'Plan::Goals',
    created: false,
  });
  expect(mcp.text('Projects/Plan.md')).toBe(plan.replace('- g1', '- new'));
  mcp.reset();
  await refused(goals('replace', '## Goals\n\n- new'), 'heading_outside_section');
});

test('119 to 125 edges of sections', async () => {
  await done(on('# A\n# B\nb\n', 'append', 'A', 'x'), '# A\nx\n# B\nb\n');
  await done(on('# A', 'append', 'A', 'x'), '# A\nx\n');
  await done(on('# One\nbody of one\n', 'prepend', 'One', 'X'), '# One\nX\n\nbody of one\n');
  await done(on('# E\n\n# F\nf\n', 'append', 'E', 'X'), '# E\nX\n\n# F\nf\n');
  await done(
    { path: 'crlf.md', operation: 'append', section: H('A'), content: 'x' },
    '# A\r\n\r\nbody\r\n\r\nx\r\n\r\n# B\r\n',
  );
  await done(
    on('```\n# Foo\n```\n\n# Foo\n\nold\n', 'prepend', 'Foo', 'x'),
    '```\n# Foo\n```\n\n# Foo\n\nx\n\nold\n',
  );
  await done(on('## Foo ##\n\nb\n', 'append', 'Foo', 'x'), '## Foo ##\n\nb\n\nx\n');
});

test('126 appending the same twice is refused', async () => {
  const call = { target: P('Projects/Plan.md'), section: H('Goals'), content: '- g2' };
  expect(await mcp.ok('append_to_note', call)).toMatchObject({
    sectionTargeted: true,
    sectionTarget: 'Plan::Goals',
  });
  await mcp.fails('append_to_note', call, 'content_preexists', -32007);
});

test('128 writing never creates a section', () =>
  mcp.fails(
    'write_note',
    { target: P('Projects/Plan.md'), section: H('Nope'), content: 'x' },
    'section_target_missing',
    -32007,
  ));

const one = (text: string) => blocks.replace('para one ^p1', text);

test('129 to 133 text in blocks', async () => {
  for (const [operation, content, text] of [
    ['append', 'X', 'para oneX ^p1'],
    ['append', '\nX', 'para one\nX ^p1'],
    ['prepend', 'X ', 'X para one ^p1'],
    ['replace', 'X', 'X ^p1'],
  ] as const) {
    await done(blk(operation, 'p1', content), one(text));
    mcp.reset();
  }
  await done(blk('append', 'i1', 'X'), blocks.replace('item a', 'item aX'));
});

test('134 to 140 table rows', async () => {
  const row = '| a | b |';
  for (const [operation, content, rows] of [
    ['append', '["c","d"]', `${row}\n| c | d |`],
    ['append', '[["c","d"],["e","f"]]', `${row}\n| c | d |\n| e | f |`],
    ['prepend', '[["c","d"]]', `| c | d |\n${row}`],
    ['replace', '[["c","d"]]', '| c | d |'],
    ['append', '["c|x","d"]', `${row}\n| c\\|x | d |`],
  ] as const) {
    await done(blk(operation, 't1', content, { json: true }), blocks.replace(row, rows));
    mcp.reset();
  }
  await refused(blk('append', 't1', '[["c"]]', { json: true }), 'patch_rejected');
  await refused(blk('append', 't1', '[[1,2]]', { json: true }), 'patch_rejected');
  await refused(blk('append', 'p1', '["c"]', { json: true }), 'patch_rejected');
});

test('141 to 144 missing, repeated and nested blocks', async () => {
  await refused(blk('append', 'zz', 'X'), 'section_target_missing');
  await done(blk('append', 'zz', 'X', { create: true }), `${blocks}\nX ^zz\n`);
  mcp.reset();
  await refused(blk('append', 'p1', 'para'), 'content_preexists');
  await done(
    {
      path: 'x.md',
      before: '- a\n    - b ^nb\n',
      operation: 'append',
      section: B('nb'),
      content: 'X',
    },
    '- a\n    - bX ^nb\n',
  );
});

test('145 to 151 properties', async () => {
  const json = { json: true };
  const more = properties.replace('[a, work]', '[a, work, c]');
  await done(n('append', 'tags', '["c"]', json), more);
  mcp.reset();
  await done(n('append', 'tags', 'c'), more);
  mcp.reset();
  await done(n('replace', 'title', 'draft'), properties.replace('title: T', 'title: draft'));
  mcp.reset();
  await refused(n('replace', 'title', 'draft', json), 'content_invalid_json');
  await done(n('append', 'title', '!'), properties.replace('title: T', 'title: T!'));
  mcp.reset();
  await refused(n('append', 'title', '5', json), 'patch_rejected');
  await refused(n('replace', 'zz', 'x'), 'section_target_missing');
  await done(
    n('replace', 'zz', 'x', { create: true }),
    properties.replace('2024-01-02\n', '2024-01-02\nzz: x\n'),
  );
});

test('152 to 155 blocks of properties', async () => {
  const set = (before: string, key: string): Case => ({
    path: 'x.md',
    before,
    operation: 'replace',
    section: K(key),
    content: '1',
    json: true,
    create: true,
  });
  await done(set('body\n', 'k'), '---\nk: 1\n---\nbody\n');
  await done(set('---\n---\nbody\n', 'k'), '---\nk: 1\n---\nbody\n');
  await refused(set('---\na: b: c\n---\nbody\n', 'k'), 'frontmatter_invalid');
  await done(set('---\na: 0\n---\n', 'a.b'), '---\na: 0\na.b: 1\n---\n');
});

test('the text of a patch', async () => {
  const [text] = await mcp.says('patch_note', toArguments(goals('append', 'x')));
  expect(text).toMatch(
    /^\*\*Patched Projects\/Plan\.md\*\*\n\*Operation:\* append\n\*Section:\* heading → Plan::Goals\n\*Size:\* 72 → 75 bytes/,
  );
});
