import { type GeneratedNote, makeChance, makeWord, planted } from './generate-vault.ts';

/** Draws from one seed, so that the same seed makes the same vault. */
interface Draw {
  chance(): number;
  /** From `least` up to and without `most`. */
  int(least: number, most: number): number;
  one<T>(choices: readonly [T, ...T[]]): T;
  words(least: number, most: number): string;
  /** Some of what `make` makes. */
  some(least: number, most: number, make: () => string): string[];
}

const minBytes = 100;
const maxBytes = 200_000;
const notesInFolder = 40;

/**
 * Notes as people write them: half have frontmatter of many shapes, the text has code, tables, callouts,
 * tasks and footnotes in several scripts, and sizes go from 100 bytes to 200 KB with a long tail.
 */
export function* realisticNotes(count: number, seed = 1): Generator<GeneratedNote> {
  const draw = makeDraw(seed);
  const folders = Math.ceil(count / notesInFolder);
  for (let number = 0; number < count; number++) {
    const folder = folderOf(number % folders, draw);
    const name = `${draw.words(1, 5)} ${number}`;
    yield { path: `${folder}${name}.md`, text: makeText(number, count, draw) };
  }
}

function folderOf(number: number, draw: Draw): string {
  if (number === 0) return '';
  const area = ['Projects', 'Área personal', 'Reading', '資料', 'Journal', 'People'][number % 6];
  return `${area}/${number % 17}/topic ${number}/${draw.chance() < 0.05 ? 'old/' : ''}`;
}

function makeText(number: number, count: number, draw: Draw): string {
  const size = sizeOf(draw);
  const blocks = draw.chance() < 0.5 ? [makeFrontmatter(number, draw)] : [];
  if (draw.chance() < 0.6) blocks.push(`# ${draw.words(1, 5)}`);
  let length = blocks.join('\n\n').length;
  do {
    const block = draw.one(makers)(draw, count);
    blocks.push(block);
    length += block.length + 2;
  } while (length < size);
  if (number % 1000 === 7) blocks.push(planted.rarePhrase);
  const text = `${blocks.join('\n\n')}${draw.chance() < 0.95 ? '\n' : ''}`;
  return draw.chance() < 0.03 ? text.replaceAll('\n', '\r\n') : text;
}

/** Most notes have about a kilobyte, few are very long: the logarithm of sizes is spread like a bell. */
function sizeOf(draw: Draw): number {
  const bell = draw.some(12, 13, () => '').reduce((sum) => sum + draw.chance(), -6);
  const size = 1400 * Math.exp(0.95 * bell) * (draw.chance() < 0.003 ? 25 : 1);
  return Math.round(Math.min(Math.max(size - 300, minBytes), maxBytes));
}

function makeFrontmatter(number: number, draw: Draw): string {
  const fields = draw.some(2, 8, () => draw.one(properties)(draw, number));
  const keys = new Set<string>();
  const lines = fields.filter((field) => {
    const key = field.split(':', 1)[0] ?? '';
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
  if (draw.chance() < 0.1) lines.push(`# ${draw.words(2, 6)}`);
  return ['---', ...lines, '---'].join('\n');
}

const dateOf = (draw: Draw) =>
  `20${draw.int(10, 26)}-${pad(draw.int(1, 13))}-${pad(draw.int(1, 29))}`;
const pad = (value: number) => String(value).padStart(2, '0');
const quoted = (draw: Draw) => draw.one([`"${draw.words(1, 4)}"`, `'${draw.words(1, 4)}'`]);
const scalar = (draw: Draw) => (draw.chance() < 0.4 ? quoted(draw) : draw.words(1, 4));

/** One property each, as plugins, importers and people write them. */
const properties: readonly [Property, ...Property[]] = [
  (draw) => `${planted.common}: ${dateOf(draw)}`,
  (draw) => `date: ${dateOf(draw)}T${pad(draw.int(0, 24))}:${pad(draw.int(0, 60))}:00`,
  (draw) => `updated: "${dateOf(draw)}" # ${draw.words(1, 3)}`,
  (draw) => `tags: [${draw.some(1, 4, () => draw.words(1, 2)).join(', ')}]`,
  (draw) =>
    `tags:\n${draw.some(1, 5, () => `  - ${draw.words(1, 2)}/${draw.words(1, 2)}`).join('\n')}`,
  (draw) => `aliases: [${draw.some(1, 4, () => quoted(draw)).join(', ')}]`,
  (draw) => `aliases:\n${draw.some(1, 4, () => `- ${scalar(draw)}`).join('\n')}`,
  (draw) => `title: ${scalar(draw)}`,
  (draw) => `author: "[[${draw.words(1, 3)}]]"`,
  (draw) => `up:\n  - "[[${draw.words(1, 3)}|${draw.words(1, 2)}]]"`,
  (draw) => `status: ${draw.one(['open', 'done', 'in progress', 'waiting'])}`,
  (draw) => `rating: ${draw.int(1, 100) / 10}`,
  (draw) => `published: ${draw.one(['true', 'false'])}`,
  (draw) => `url: https://example.com/${draw.words(1, 2)}?id=${draw.int(1, 10_000)}#top`,
  (draw) => `cssclasses: ${draw.words(1, 2)}`,
  (draw) => `summary: |\n${draw.some(1, 4, () => `  ${draw.words(4, 12)}`).join('\n')}`,
  (draw) =>
    `description: >-\n${draw.some(1, 3, () => `  ${draw.words(4, 12)}: ${draw.words(1, 4)}`).join('\n')}`,
  (draw) =>
    `source:\n  kind: ${draw.words(1, 2)}\n  pages: ${draw.int(1, 900)}\n  people:\n    - ${scalar(draw)}\n    - ${scalar(draw)}`,
  (draw) =>
    `location: {name: ${draw.words(1, 2)}, lat: ${draw.int(-90, 90)}.5, lon: ${draw.int(-180, 180)}}`,
  (draw) => `reviewed: [${dateOf(draw)}, ${dateOf(draw)}]`,
  (_, number) => `id: ${number}`,
  () => 'empty:',
];
type Property = (draw: Draw, number: number) => string;

/** One block of text each; prose is the most frequent. */
const makers: readonly [Maker, ...Maker[]] = [
  (draw) => prose(draw),
  (draw) => prose(draw),
  (draw) => prose(draw),
  (draw) => prose(draw),
  (draw) => prose(draw),
  (draw) => `${'#'.repeat(draw.int(2, 5))} ${draw.words(1, 5)}`,
  (draw, count) => draw.some(1, 6, () => `- ${prose(draw)} ${link(draw, count)}`).join('\n'),
  (draw) => nested(draw),
  (draw) =>
    draw
      .some(
        1,
        6,
        () => `- [${draw.one([' ', 'x', '/', '-'])}] ${draw.words(2, 8)} 📅 ${dateOf(draw)}`,
      )
      .join('\n'),
  (draw) => fence(draw),
  (draw) => table(draw),
  (draw, count) =>
    `> [!${draw.one(['note', 'warning', 'quote'])}]- ${draw.words(1, 4)}\n> ${prose(draw)}\n> ${link(draw, count)}`,
  (draw) => `${prose(draw)}[^${draw.int(1, 9)}] ${prose(draw)}\n\n[^1]: ${draw.words(3, 9)}`,
  (draw) =>
    `${draw.words(2, 6)} (${draw.words(1, 2)}:: ${draw.words(1, 4)}) #${draw.words(1, 2)}/${draw.words(1, 2)} ^${draw.words(1, 2)}`,
  (draw) => `${draw.words(1, 2)}:: ${draw.words(1, 5)}`,
  (draw) =>
    `![[${draw.words(1, 2)}.png|300]] ![${draw.words(1, 3)}](assets/${draw.words(1, 2)}.jpg) <https://example.com/${draw.words(1, 2)}>`,
  (draw) =>
    `$$\n\\sum_{i=0}^{n} ${draw.words(1, 3)}\n$$\n\nand $x_${draw.int(1, 9)}$ %%${draw.words(1, 6)}%% ==${draw.words(1, 3)}==`,
  (draw) => `<div class="${draw.words(1, 2)}">\n${draw.words(3, 9)}\n</div>`,
  (draw, count) => draw.one(scripts)(draw, count),
];
type Maker = (draw: Draw, count: number) => string;

const scripts: readonly [Maker, ...Maker[]] = [
  (draw) => `${planted.unspaced}で会議を行う。${draw.int(1, 99)}人が参加し、新しい計画を立てた🎉。`,
  (draw) =>
    `${draw.words(3, 6)} ${planted.accented} ${draw.words(2, 5)} naïve café “${draw.words(2, 4)}” — ${draw.words(1, 3)}`,
  (draw) => `Сегодня мы обсудили план №${draw.int(1, 99)}: всё готово, осталось проверить.`,
  (draw) => `اجتماع اليوم رقم ${draw.int(1, 99)} عن المشروع الجديد`,
  (draw) => `Η συνάντηση ${draw.int(1, 99)} ήταν σύντομη και χρήσιμη.`,
];

const prose = (draw: Draw) =>
  draw
    .some(
      1,
      6,
      () =>
        `${draw.words(5, 18)}${draw.one(['.', '?', ', *and* then.', ' (**not** now).', ' `code` here.', ".\nIt's"])}`,
    )
    .join(' ');

const link = (draw: Draw, count: number) =>
  draw.one([
    () => `[[${draw.words(1, 4)} ${draw.int(0, count)}]]`,
    () => `[[${draw.words(1, 4)} ${draw.int(0, count)}#${draw.words(1, 3)}|${draw.words(1, 3)}]]`,
    () => `[${draw.words(1, 3)}](${draw.words(1, 2)}%20${draw.int(0, count)}.md)`,
    () => `[${draw.words(1, 3)}](https://example.com/${draw.int(1, 999)})`,
  ])();

const nested = (draw: Draw) =>
  draw
    .some(
      2,
      6,
      () => `${draw.one(['- ', '  - ', '    - ', '1. ', '   1. ', '* '])}${draw.words(2, 9)}`,
    )
    .join('\n');

const fence = (draw: Draw) =>
  `\`\`\`${draw.one(['js', 'python', 'dataview', ''])}\n${draw
    .some(
      2,
      9,
      () => `  const ${draw.words(1, 2)} = [[${draw.words(1, 2)}]]; // #${draw.words(1, 2)}`,
    )
    .join('\n')}\n\`\`\``;

const table = (draw: Draw) =>
  ['| Name | Value | Link |', '|---|:-:|--:|']
    .concat(
      draw.some(
        1,
        7,
        () =>
          `| ${draw.words(1, 3)} | ${draw.int(0, 999)} | [[${draw.words(1, 2)}\\|${draw.words(1, 2)}]] |`,
      ),
    )
    .join('\n');

function makeDraw(seed: number): Draw {
  const chance = makeChance(seed);
  const vocabulary = Array.from({ length: 60_000 }, () => makeWord(chance));
  const int = (least: number, most: number) => least + Math.floor(chance() * (most - least));
  // Few words are frequent and most are rare, as in any language.
  const word = () => vocabulary[Math.floor(vocabulary.length ** chance()) - 1] ?? 'word';
  const some = (least: number, most: number, make: () => string) =>
    Array.from({ length: int(least, most) }, make);
  return {
    chance,
    int,
    one: ([first, ...others]) => [first, ...others][int(0, others.length + 1)] ?? first,
    words: (least, most) => some(least, most, word).join(' '),
    some,
  };
}
