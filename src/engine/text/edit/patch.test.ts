import { expect, test } from 'vitest';
import { notes } from '../../../../test/support/notes.ts';
import { isVaultError } from '../../../contract/errors.ts';
import type { Patch } from './change.ts';
import { withoutOwnHeading } from './content.ts';
import { applyPatch } from './patch.ts';
import type { NamedSection } from './section.ts';

type Options = Partial<Omit<Patch, 'section' | 'operation' | 'content'>>;

const H = (target: string): NamedSection => ({ type: 'heading', target });
const B = (target: string): NamedSection => ({ type: 'block', target });
const K = (target: string): NamedSection => ({ type: 'frontmatter', target });
const make =
  (operation: Patch['operation']) =>
  (section: NamedSection, content: string, options: Options = {}): Patch => ({
    section,
    operation,
    content,
    ...options,
  });
const append = make('append');
const prepend = make('prepend');
const replace = make('replace');
const create: Options = { createTargetIfMissing: true };
const json: Options = { contentType: 'json' };

const check = (patch: Patch, before: string, after: string, target?: string) => {
  const patched = applyPatch(before, patch);
  expect(patched.text).toBe(after);
  if (target !== undefined) expect(patched.target).toBe(target);
};

const fails = (patch: Patch, before: string, reason: string, data?: object) => {
  try {
    applyPatch(before, patch);
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    expect(thrown.about.reason).toBe(reason);
    expect(thrown.code).toBe(
      reason === 'section-target-missing' ? 'target-missing' : 'invalid-input',
    );
    expect(thrown.about.hint).toBeTruthy();
    if (data !== undefined) expect(thrown.about.data).toMatchObject(data);
    return;
  }
  expect.unreachable(`no ${reason}`);
};

const { sections, plan, blocks, twins, repeats, crlf, properties } = notes;

test('91 append goes to the end of the subtree', () =>
  check(
    append(H('A'), 'new'),
    sections,
    '# A\n\nbody a\n\n## B\n\nbody b\n\nnew\n\n# C\n\nbody c\n',
    'A',
  ));

test('92 append to the subsection gives the same text', () =>
  check(
    append(H('A::B'), 'new'),
    sections,
    '# A\n\nbody a\n\n## B\n\nbody b\n\nnew\n\n# C\n\nbody c\n',
  ));

test('93 prepend keeps the blank line under the heading', () =>
  check(
    prepend(H('A'), 'new'),
    sections,
    '# A\n\nnew\n\nbody a\n\n## B\n\nbody b\n\n# C\n\nbody c\n',
  ));

test('94 replace takes subsections with it', () =>
  check(replace(H('A'), 'new'), sections, '# A\n\nnew\n\n# C\n\nbody c\n'));

test('95 replace with nothing empties the section', () =>
  check(replace(H('A'), ''), sections, '# A\n\n# C\n\nbody c\n'));

test('96 a bare name is expanded to its path', () =>
  check(
    replace(H('B'), 'new'),
    sections,
    '# A\n\nbody a\n\n## B\n\nnew\n\n# C\n\nbody c\n',
    'A::B',
  ));

test('97 and 98 append to the last section, blank edges of the content dropped', () => {
  const after = `${sections}\nnew\n`;
  check(append(H('C'), 'new'), sections, after);
  check(append(H('C'), '\n\nnew\n\n'), sections, after);
});

test('99 and 100 content that is there already is refused, subsections and parts of words too', () => {
  fails(append(H('A'), 'body b'), sections, 'content-preexists');
  fails(append(H('A'), 'ody'), sections, 'content-preexists');
});

test('101 repeated content is applied when asked for', () =>
  check(
    append(H('A'), 'body b', { applyIfContentPreexists: true }),
    sections,
    '# A\n\nbody a\n\n## B\n\nbody b\n\nbody b\n\n# C\n\nbody c\n',
  ));

test('102 replace is never refused as repeated', () =>
  check(replace(H('C'), 'body c'), sections, sections));

test('103 blank content changes nothing', () => {
  check(append(H('A'), '   '), sections, sections);
  check(prepend(H('A'), '\n'), sections, sections);
});

test('104 a missing heading is named', () =>
  fails(append(H('Nope'), 'x'), sections, 'section-target-missing', { section: H('Nope') }));

test('105 a missing heading is created at the end', () =>
  check(append(H('Nope'), 'new', create), sections, `${sections}\n# Nope\nnew\n`, 'Nope'));

test('106 a missing subsection is created inside its parent', () =>
  check(
    append(H('A::X'), 'new', create),
    sections,
    '# A\n\nbody a\n\n## B\n\nbody b\n\n## X\nnew\n\n# C\n\nbody c\n',
    'A::X',
  ));

test('107 several missing levels are created below each other', () =>
  check(
    append(H('A::B::Y::Z'), 'new', create),
    sections,
    '# A\n\nbody a\n\n## B\n\nbody b\n\n### Y\n#### Z\nnew\n\n# C\n\nbody c\n',
  ));

test('108 a created heading is one level below its parent', () =>
  check(append(H('Top::Sub'), 'x', create), '## Top\n\nt\n', '## Top\n\nt\n\n### Sub\nx\n'));

test('109 headings in the content stay inside the section', () => {
  fails(append(H('A::B'), '# Up'), sections, 'heading-outside-section');
  check(
    append(H('A::B'), '### Down'),
    sections,
    '# A\n\nbody a\n\n## B\n\nbody b\n\n### Down\n\n# C\n\nbody c\n',
  );
});

test('110 a name that several headings have is refused', () =>
  fails(replace(H('S'), 'z'), twins, 'ambiguous-section', { candidates: ['D::S', 'E::S'] }));

test('111 a full path tells them apart', () =>
  check(replace(H('E::S'), 'z'), twins, '# D\n\n## S\n\na\n\n# E\n\n## S\n\nz\n'));

test('112 a path that occurs twice is refused', () => {
  fails(append(H('Log'), 'x'), repeats, 'ambiguous-section', { candidates: ['R::Log', 'R::Log'] });
  fails(append(H('R::Log'), 'x'), repeats, 'ambiguous-section');
});

test('113 a heading at the top wins over deeper ones of its name', () =>
  check(
    append(H('S'), 'z'),
    '# S\n\nx\n\n# T\n\n## S\n\ny\n',
    '# S\n\nx\n\nz\n\n# T\n\n## S\n\ny\n',
  ));

test('114 a list item joins the list', () =>
  check(append(H('Goals'), '- g2'), plan, plan.replace('- g1\n', '- g1\n- g2\n')));

test('115 a list item joins the list at its start', () =>
  check(prepend(H('Goals'), '- g0'), plan, plan.replace('- g1\n', '- g0\n- g1\n')));

test('116 text after a list is a paragraph of its own', () =>
  check(append(H('Goals'), 'text'), plan, plan.replace('- g1\n', '- g1\n\ntext\n')));

test('117 a whole-section write may repeat the heading', () => {
  const after = plan.replace('- g1', '- new');
  check(
    replace(H('Goals'), withoutOwnHeading('## Goals\n\n- new', 'Goals')),
    plan,
    after,
    'Plan::Goals',
  );
  expect(withoutOwnHeading('Goals\n=====\n\nx', 'Plan::Goals')).toBe('x');
  expect(withoutOwnHeading('## Other\n\nx', 'Goals')).toBe('## Other\n\nx');
  expect(withoutOwnHeading('text\n## Goals', 'Goals')).toBe('text\n## Goals');
});

test('118 a patch does not drop a repeated heading', () =>
  fails(replace(H('Goals'), '## Goals\n\n- new'), plan, 'heading-outside-section'));

test('119 an empty section takes text directly under its heading', () =>
  check(append(H('A'), 'x'), '# A\n# B\nb\n', '# A\nx\n# B\nb\n'));

test('120 a heading without a line ending gets one', () =>
  check(append(H('A'), 'x'), '# A', '# A\nx\n'));

test('121 prepend without a blank line under the heading', () =>
  check(prepend(H('One'), 'X'), '# One\nbody of one\n', '# One\nX\n\nbody of one\n'));

test('122 the gap before the next heading stays', () =>
  check(append(H('E'), 'X'), '# E\n\n# F\nf\n', '# E\nX\n\n# F\nf\n'));

test('123 and W20 CRLF stays CRLF', () =>
  check(append(H('A'), 'x'), crlf, '# A\r\n\r\nbody\r\n\r\nx\r\n\r\n# B\r\n'));

test('124 a heading in a code fence is no heading', () =>
  check(
    prepend(H('Foo'), 'x'),
    '```\n# Foo\n```\n\n# Foo\n\nold\n',
    '```\n# Foo\n```\n\n# Foo\n\nx\n\nold\n',
  ));

test('125 closing hashes are not part of the name', () =>
  check(append(H('Foo'), 'x'), '## Foo ##\n\nb\n', '## Foo ##\n\nb\n\nx\n'));

test('126 a second append of the same is refused', () => {
  const once = applyPatch(plan, append(H('Goals'), '- g2')).text;
  fails(append(H('Goals'), '- g2'), once, 'content-preexists');
});

test('128 a missing section is not created unless asked', () =>
  fails(replace(H('Nope'), 'x'), plan, 'section-target-missing'));

test('129 to 133 text is spliced into a block as it is', () => {
  check(append(B('p1'), 'X'), blocks, blocks.replace('para one ^p1', 'para oneX ^p1'), 'p1');
  check(append(B('p1'), '\nX'), blocks, blocks.replace('para one ^p1', 'para one\nX ^p1'));
  check(prepend(B('p1'), 'X '), blocks, blocks.replace('para one ^p1', 'X para one ^p1'));
  check(replace(B('p1'), 'X'), blocks, blocks.replace('para one ^p1', 'X ^p1'));
  check(append(B('i1'), 'X'), blocks, blocks.replace('- item a ^i1', '- item aX ^i1'));
});

const row = '| a | b |';

test('134 a row joins the table of a block', () =>
  check(append(B('t1'), '["c","d"]', json), blocks, blocks.replace(row, `${row}\n| c | d |`)));

test('135 several rows join the table', () =>
  check(
    append(B('t1'), '[["c","d"],["e","f"]]', json),
    blocks,
    blocks.replace(row, `${row}\n| c | d |\n| e | f |`),
  ));

test('136 rows go under the delimiter row', () =>
  check(prepend(B('t1'), '[["c","d"]]', json), blocks, blocks.replace(row, `| c | d |\n${row}`)));

test('137 rows replace the body of the table', () =>
  check(replace(B('t1'), '[["c","d"]]', json), blocks, blocks.replace(row, '| c | d |')));

test('138 rows that do not fit are refused', () => {
  for (const rows of ['[["c"]]', '[]']) {
    fails(append(B('t1'), rows, json), blocks, 'table-columns-differ');
  }
  for (const rows of ['[[1,2]]', '"c"', '{"a":1}', '["c","d\\ne"]']) {
    fails(append(B('t1'), rows, json), blocks, 'table-rows-invalid');
  }
});

test('139 rows need a table', () => fails(append(B('p1'), '["c"]', json), blocks, 'table-missing'));

test('140 a pipe in a cell is escaped once', () => {
  check(append(B('t1'), '["c|x","d"]', json), blocks, blocks.replace(row, `${row}\n| c\\|x | d |`));
  check(
    append(B('t1'), '["c\\\\|x","d"]', json),
    blocks,
    blocks.replace(row, `${row}\n| c\\|x | d |`),
  );
});

test('rows join the table at the end of a section', () =>
  check(
    append(H('T'), '["3"]', json),
    '# T\n\ntext\n\n| n |\n|---|\n| 1 |\n\n# U\n',
    '# T\n\ntext\n\n| n |\n|---|\n| 1 |\n| 3 |\n\n# U\n',
  ));

test('a section that does not end in a table takes no rows', () =>
  fails(append(H('C'), '["3"]', json), sections, 'table-missing'));

test('141 a missing block is named', () =>
  fails(append(B('zz'), 'X'), blocks, 'section-target-missing'));

test('142 a missing block is created at the end', () =>
  check(append(B('zz'), 'X', create), blocks, `${blocks}\nX ^zz\n`, 'zz'));

test('142 the first block of an empty note has no blank line above', () =>
  check(append(B('zz'), 'X', create), '', 'X ^zz\n'));

test('143 text that a block has already is refused', () =>
  fails(append(B('p1'), 'para'), blocks, 'content-preexists'));

test('144 a nested list item', () =>
  check(append(B('nb'), 'X'), '- a\n    - b ^nb\n', '- a\n    - bX ^nb\n'));

test('a parent list item is addressable without its children', () =>
  check(append(B('p'), 'X'), '- a ^p\n    - b\n', '- aX ^p\n    - b\n'));

test('145 a list joins a list, other lines stay', () =>
  check(
    append(K('tags'), '["c"]', json),
    properties,
    properties.replace('[a, work]', '[a, work, c]'),
    'tags',
  ));

test('146 one value joins a list as an item', () =>
  check(append(K('tags'), 'c'), properties, properties.replace('[a, work]', '[a, work, c]')));

test('147 a text replaces a text', () =>
  check(replace(K('title'), 'draft'), properties, properties.replace('title: T', 'title: draft')));

test('148 JSON content must be JSON', () =>
  fails(replace(K('title'), 'draft', json), properties, 'content-invalid-json'));

test('149 a text joins a text', () =>
  check(append(K('title'), '!'), properties, properties.replace('title: T', 'title: T!')));

test('150 kinds that do not join are refused', () => {
  fails(append(K('title'), '5', json), properties, 'content-not-mergeable');
  fails(append(K('n'), '1', json), '---\nn: 5\n---\n', 'content-not-mergeable');
  fails(append(K('n'), '{"a":1}', json), '---\nn: [5]\n---\n', 'content-not-mergeable');
});

test('objects merge, and the newer or the older value wins', () => {
  const before = '---\no:\n  a: 1\n  b: 2\n---\n';
  check(append(K('o'), '{"a":3}', json), before, '---\no:\n  a: 3\n  b: 2\n---\n');
  check(prepend(K('o'), '{"a":3,"c":4}', json), before, '---\no:\n  a: 1\n  b: 2\n  c: 4\n---\n');
});

test('151 a missing property is refused, or added last', () => {
  fails(replace(K('zz'), 'x'), properties, 'section-target-missing');
  check(
    replace(K('zz'), 'x', create),
    properties,
    properties.replace('2024-01-02\n', '2024-01-02\nzz: x\n'),
  );
});

test('152 and 153 one block is made, or filled', () => {
  const after = '---\nk: 1\n---\nbody\n';
  check(replace(K('k'), '1', { ...json, ...create }), 'body\n', after);
  check(replace(K('k'), '1', { ...json, ...create }), '---\n---\nbody\n', after);
});

test('154 broken frontmatter is not touched', () =>
  fails(replace(K('k'), '1', create), '---\na: b: c\n---\nbody\n', 'frontmatter-invalid'));

test('155 a dot in a name is part of the name', () =>
  check(
    replace(K('a.b'), '1', { ...json, ...create }),
    '---\na: 0\n---\n',
    '---\na: 0\na.b: 1\n---\n',
  ));

test('content that would hide a later heading is refused', () => {
  fails(append(H('A'), '```\ncode'), sections, 'patch-rejected');
  fails(append(H('A'), '<!-- open'), sections, 'patch-rejected');
  fails(append(H('A'), '<div>'), '# A\n# B\n', 'patch-rejected');
});

test('a heading that Markdown cannot write is not created', () => {
  fails(append(H('A::::C'), 'x', create), sections, 'section-target-missing');
  fails(append(H('A::C #'), 'x', create), sections, 'section-target-missing');
  fails(append(H('a::b::c::d::e::f::g'), 'x', create), '# a\n', 'patch-rejected');
});

test('a byte order mark stays at the start', () => {
  check(append(H('A'), 'x', create), '\ufeff', '\ufeff# A\nx\n');
  check(replace(K('k'), 'x', create), '\ufeffbody', '\ufeff---\nk: x\n---\nbody');
  check(prepend(H('A'), 'x'), '\ufeff# A\n\nb', '\ufeff# A\n\nx\n\nb');
});

test('a heading may be as deep as headings go, and no deeper', () => {
  const deep = `# a\n${'#'.repeat(6)} f\nx\n`;
  check(
    append(H('a::b::c::d::e::f'), 'x', create),
    '# a\n',
    `# a\n\n## b\n### c\n#### d\n##### e\n${deep.slice(4)}`,
  );
  fails(append(H('b::c'), 'x', create), '###### b\n', 'patch-rejected');
});

test('content under a new heading is held to the level of that heading', () => {
  fails(append(H('A::N'), '## x', create), '# A\n', 'heading-outside-section');
  check(append(H('A::N'), '### x', create), '# A\n', '# A\n\n## N\n### x\n');
});

test('rows need a table that exists, so nothing is made for them', () => {
  fails(append(H('N'), '[["1"]]', { ...create, ...json }), sections, 'section-target-missing');
  fails(append(B('n'), '[["1"]]', { ...create, ...json }), sections, 'section-target-missing');
});

test('a new block is a paragraph of its own', () => {
  check(append(B('^n'), 'x', create), 'a\n', 'a\n\nx ^n\n', 'n');
  check(append(B('n'), 'x', create), 'a\n\n', 'a\n\nx ^n\n');
  check(append(B('n'), 'x', create), 'a\n \t\n \t', 'a\n \t\n \t\nx ^n\n');
  check(append(B('n'), 'x', create), 'a\r\n\r\n', 'a\r\n\r\nx ^n\r\n');
  check(append(B('n'), 'x', create), '---\nk: 1\n---\n', '---\nk: 1\n---\nx ^n\n');
});

test('what cannot be the id of a block, or carry one, is refused', () => {
  fails(append(B('a b'), 'x', create), 'a\n', 'patch-rejected');
  fails(append(B('!n'), 'x', create), 'a\n', 'patch-rejected');
  fails(append(B('n!'), 'x', create), 'a\n', 'patch-rejected');
  fails(append(B('n'), '```\nx\n```', create), 'a\n', 'patch-rejected');
});

test.each(['a b', '!n', 'n!', 'a^b'])('%j cannot be a block id, and is said to be none', (id) =>
  expect(() => applyPatch('a\n', append(B(id), 'x', create))).toThrow('cannot be a block id'),
);

test('a first block needs no blank line above it', () => {
  check(append(B('n'), 'x', create), '\n', '\nx ^n\n');
  check(append(B('n'), 'x', create), '---\na: 1\n---\n  ', '---\na: 1\n---\n  \nx ^n\n');
});

test('only the section itself is searched for a repetition', () => {
  check(append(H('B'), 'one'), '# A\none\n\n# B\ntwo\n', '# A\none\n\n# B\ntwo\n\none\n');
  check(append(B('b'), ' one'), 'one\n\ntwo ^b\n', 'one\n\ntwo one ^b\n');
  fails(append(H('A'), 'x\ny'), '# A\r\nx\r\ny\r\n', 'content-preexists');
});

test('the way out of a heading that is too high is the parent, or the note', () => {
  const hintOf = (target: string) => {
    try {
      applyPatch('# A\n## B\n### C\n', append(H(target), '# x'));
    } catch (thrown) {
      return isVaultError(thrown) ? thrown.about.hint : undefined;
    }
    return undefined;
  };
  expect(hintOf('A')).toContain(
    'start at level 2. For a heading beside it, write to the note itself.',
  );
  expect(hintOf('A::B::C')).toContain(
    'start at level 4. For a heading beside it, write to "A::B".',
  );
});

test.each([
  [H('S'), twins, 'Use a full path: D::S, E::S.'],
  [H('R::Log'), repeats, 'These headings have the same full path.'],
])('several headings for %j: what to do is said', (section, text, hint) =>
  expect(() => applyPatch(text, append(section, 'x'))).toThrow(
    expect.objectContaining({
      about: expect.objectContaining({ hint: expect.stringContaining(hint) }),
    }),
  ),
);

test.each([
  [H('N'), 'no heading "N"'],
  [B('n'), 'no block "n"'],
  [K('n'), 'no property "n"'],
])('%j is named in its own word', (section, words) =>
  expect(() => applyPatch('x\n', append(section, 'x'))).toThrow(words),
);

test('blank lines go from the start of the content only', () =>
  check(append(H('A'), ' \n\n  x\n\ny\n'), '# A\n', '# A\n  x\n\ny\n'));

test('a list joins a list, unless a heading stands between', () => {
  check(append(H('A'), '- b'), '# A\n- a\n', '# A\n- a\n- b\n');
  check(append(H('A'), '- b\n\n## H'), '# A\n- a\n', '# A\n- a\n\n- b\n\n## H\n');
  check(append(H('A'), '- b'), '# A\n## H\n- a\n', '# A\n## H\n- a\n\n- b\n');
  check(append(H('A'), 'b'), '# A\n- a\n', '# A\n- a\n\nb\n');
  check(prepend(H('A'), '- b'), '# A\n- a\n', '# A\n- b\n- a\n');
  check(prepend(H('A'), '- b\n\nc'), '# A\n- a\n', '# A\n- b\n\nc\n\n- a\n');
  check(prepend(H('A'), 'c\n\n- b'), '# A\n- a\n', '# A\nc\n\n- b\n\n- a\n');
  check(prepend(H('A'), '- b'), '# A\na\n', '# A\n- b\n\na\n');
  check(append(H('A'), '- b'), '# A\n- a', '# A\n- a\n- b\n');
  check(append(H('A'), '%% b %%'), '# A\n- a\n', '# A\n- a\n\n%% b %%\n');
  check(prepend(H('A'), '%% b %%'), '# A\n- a\n', '# A\n%% b %%\n\n- a\n');
});

test('rows go to the table at the end of the section, not to one in another', () => {
  const table = '| x |\n|---|\n| 1 |\n';
  check(append(H('A'), '[["2"]]', json), `# A\n${table}\n# B\n`, `# A\n${table}| 2 |\n\n# B\n`);
  check(append(H('A'), '[["2"]]', json), `# A\n${table.trimEnd()}`, `# A\n${table}| 2 |`);
  fails(append(H('A'), '[["2"]]', json), `# A\n${table}\ntext\n`, 'table-missing');
  fails(append(H('B'), '[["2"]]', json), `# A\n${table}\n# B\n`, 'table-missing');
});

test('a property that is not there starts out empty, in the kind of the content', () => {
  check(append(K('k'), 'x', create), 'b\n', '---\nk: x\n---\nb\n');
  check(append(K('k'), '["x"]', { ...json, ...create }), 'b\n', '---\nk:\n  - x\n---\nb\n');
  check(append(K('k'), '{"x":1}', { ...json, ...create }), 'b\n', '---\nk:\n  x: 1\n---\nb\n');
});

test('a single value joins a list at the end that was asked for', () => {
  const before = '---\nk:\n  - a\n---\n';
  check(append(K('k'), 'x'), before, '---\nk:\n  - a\n  - x\n---\n');
  check(prepend(K('k'), 'x'), before, '---\nk:\n  - x\n  - a\n---\n');
});
