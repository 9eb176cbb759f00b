import { expect, test } from 'vitest';
import { openBaseLab } from '../../../../../test/support/query.ts';
import { isVaultError } from '../../../../contract/errors.ts';
import { EvalFailure } from '../values/failure.ts';
import { compileBase } from './compile.ts';
import { Formulas } from './formulas.ts';
import { parseBaseExpression } from './parse.ts';
import { toPlain } from './text.ts';

const row = `---
price: 12.5
quantity: 4
status: Todo
tags: [urgent, work]
values: [1, 2, 3]
space key: in there
md: "[a](b.md)"
due: 2026-01-20
---
#project/a and [[Missing Note]], [[Other]]
`;
const files = { 'x/row.md': row, 'Other.md': '', 'b.md': '', 'x/pic.png': '' };
const env = openBaseLab(files, 'Other.md');
const formulas = new Formulas(new Map([['twice', 'price * 2']]), env);

/** The value for the row, or in one word why there is none. */
function outcome(expression: string): unknown {
  try {
    const run = compileBase(parseBaseExpression(expression), env);
    return toPlain(run(formulas.row(env.files.find('x/row.md'))));
  } catch (thrown) {
    if (thrown instanceof EvalFailure) return 'error';
    if (isVaultError(thrown)) return 'rejected';
    throw thrown;
  }
}

const cases = (name: string, values: Record<string, unknown>) =>
  test(name, () => {
    const got = Object.keys(values).map((expression) => [expression, outcome(expression)]);
    expect(Object.fromEntries(got)).toEqual(values);
  });

cases('B1 what is missing is null', { 'missing == null': true, 'missing.lower()': null });
cases('B2 any name in brackets', { 'note["space key"]': 'in there' });
cases('B3 arithmetic', { '1 + 2 * 3': 7, '7 / 2': 3.5, '10 % 4': 2 });
cases('B4 if without an else', { 'if(status == "Done", "yes")': null });
cases('B5 number()', { 'number(true)': 1, 'number("nope")': 'error' });
cases('B6 list()', { 'list("v")': ['v'], 'list([1,2])': [1, 2] });
cases('B7 what the parser rejects', {
  '1.isTruthy()': 'rejected',
  '+price': 'rejected',
  '{"a":1}.keys()': 'rejected',
});
cases('B8 rounding', { '(2.5).round()': 3, '(2.3333).round(2)': 2.33 });
cases('B9 replace', {
  '"a:b:c".replace(":", "-")': 'a-b-c',
  '"a:b:c".replace(/:/, "-")': 'a-b:c',
});
cases('B10 a day later', { 'date("2026-06-10 12:00:00") + "1d"': '2026-06-11T12:00:00' });
cases('B11 a month later', { 'date("2026-12-01") + "1M"': '2027-01-01' });
cases('B12 between two dates', { 'date("2026-06-11") - date("2026-06-10")': 'a day' });
cases('B13 durations are rounded in print', { 'duration("45s").toString()': 'a minute' });
cases('B14 a duration is multiplied from the right', {
  '(duration("1h") * 2).toString()': '2 hours',
  '(2 * duration("1h")).toString()': 'error',
});
cases('B15 map', { '[1,2,3].map(value + index)': [1, 3, 5] });
cases('B16 reduce', { '[1,2,3].reduce(acc + value, 0)': 6 });
cases('B17 names of files', { 'file.name': 'row', 'file.ext': 'md' });
cases('B18 tags answer for those below', {
  'file.hasTag("project")': true,
  'file.tags.contains("project")': true,
  'tags.contains("project")': false,
});
cases('B19 the extension does not matter', { 'link("Other.md") == link("Other")': true });
cases('B20 nor does the heading', { 'link("Other#S") == link("Other")': true });
cases('B21 a link that leads nowhere is asked for as written', {
  'file.hasLink("Missing Note")': true,
  'file.hasLink("Missing Note.md")': false,
});
cases('B22 a link in print', { 'link("Some Note").toString()': '[[Some Note]]' });
cases('B23 a link has no path', { 'link("X").path': 'error' });
cases('B24 a file as a link', { 'file.asLink("S").toString()': '[[x/row.md|S]]' });
cases('B25 a Markdown link is a text, and a link of the file', {
  'md.isType("string")': true,
  'file.links.contains(link("b.md"))': true,
});
cases('B28 unknown functions', { 'doesNotExist()': 'error', 'status.doesNotExist()': 'error' });

cases('this is the file that shows the base', {
  'this.file.name': 'Other',
  'file.hasLink(this.file)': true,
  'file.links.contains(this)': true,
});
cases('dates compare with texts', {
  'due > "2026-01-15"': true,
  'due == date("2026-01-20")': true,
  'due < today()': false,
  'due.format("DD.MM.YYYY")': '20.01.2026',
});
cases('formulas are asked by name', { 'formula.twice': 25, 'formula.none': null });
cases('files that are no notes keep their whole name', { 'file("pic.png").name': 'pic.png' });

test('formulas that refer to each other fail', () => {
  const loop = new Formulas(
    new Map([
      ['a', 'formula.b + 1'],
      ['b', 'formula.a + 1'],
    ]),
    env,
  );
  expect(() => loop.row(undefined).formula('a')).toThrow(
    expect.objectContaining({ message: 'The formula "a" refers to itself.' }),
  );
});

cases('pictures are Markdown, other things to show are what they are', {
  'image("pic.png").toString()': '![](pic.png)',
  'image("https://a.b/c d.png").toString()': '![](https://a.b/c%20d.png)',
  'image(file("x/pic.png")).toString()': '![](x/pic.png)',
  'image(link("pic.png")).toString()': '![](pic.png)',
  'icon("star").toString()': 'star',
  'html("<b>x</b>").toString()': '<b>x</b>',
});
