import { searchLimits } from '../../contract/limits.ts';
import { queryLimits } from '../../contract/query-limits.ts';
import { type Declaration, handCommand } from '../command.ts';
import type { Context, Linker } from '../context.ts';
import { meansFlag, switchFlag, textFlag } from '../flags.ts';
import { plural } from '../numbers.ts';
import { openInEditor } from '../open-in-editor.ts';
import type { AnswerOf, InputOf } from '../operations.ts';
import { collectPages, sayCut, toLimit } from '../pages.ts';
import { drawTable } from '../query-table.ts';
import type { Style } from '../style.ts';
import { hang } from '../table.ts';
import { UsageError } from '../usage-error.ts';

type Hit = AnswerOf<'Search'>['hits'][number];
type Place = Hit['matches'][number];

/** Formats of an answer by the names they have at a shell. */
const formats: ReadonlyMap<string, InputOf<'Query'>['format']> = new Map([
  ['md', 'markdown'],
  ['json', 'json'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['paths', 'paths'],
]);

export const searchCommands: readonly Declaration[] = [
  handCommand({
    name: 'search',
    operation: 'Search',
    brief: 'find text in notes',
    summary: 'Find notes by words, phrases or patterns.',
    about:
      'The best notes come first; in a pipe, notes with all the words. Exits with 1 if nothing matches.',
    byHand: 'Asks for page after page until there are as many notes as wanted.',
    args: [
      {
        name: 'WORDS',
        member: 'query',
        summary: 'What to search for; "quotes" keep words together.',
        isMany: true,
      },
    ],
    flags: {
      regex: meansFlag('mode', 'regex', 'WORDS is a regular expression.', 'e'),
      ranked: meansFlag('mode', 'ranked', 'Best notes first, with a passage each.', 'r'),
      all: meansFlag('mode', 'text', 'All words must be in the note, as they are written.', 'a'),
      obsidian: meansFlag('mode', 'obsidian', "WORDS is a query for Obsidian's search pane."),
      case: { member: 'matchCase', short: 's' },
      in: { member: 'pathPrefix', value: 'FOLDER', kind: 'folder' },
      context: { short: 'C', summary: 'Show N lines around each match.' },
      files: meansFlag('matches', 0, 'Only the paths of the notes.', 'l'),
      count: meansFlag('matches', 0, 'Only paths and match counts.', 'c'),
      limit: { summary: 'At most N notes (50, ranked 10); 0 for all.' },
      open: switchFlag('Open the first match in your editor.', 'o'),
    },
    examples: [
      ['vaultd search when to plant beans', 'the best notes first'],
      ['vaultd search --all garden soil', 'every place in notes with both words'],
      [`vaultd search '"soil test"' --in Projects -C 1`, 'a phrase in a folder'],
      [`vaultd search --obsidian 'tag:#work task-todo:call'`, 'operators, as in Obsidian'],
    ],
    async run(context, { flags, params }) {
      const { out } = context;
      const mode = params.mode ?? usualMode(out.isTerminal, flags, params);
      const answer = await searchAll(context, { ...params, mode });
      const [first] = answer.hits;
      if (first === undefined) context.exitWith(1);
      if (out.isJson) out.json(answer);
      else if (!flags.open || first === undefined) {
        out.page();
        showHits(context, await context.linker(), answer, flags);
      } else {
        const line =
          first.passage?.line ?? first.matches.find((match) => match.line > 0)?.line ?? 1;
        return openInEditor(context, first.path, line);
      }
      if (answer.truncated) sayCut(context, answer.hits.length, 'notes', answer.total);
    },
  }),
  handCommand({
    name: 'query',
    operation: 'Query',
    brief: 'Dataview, JSONLogic, bases',
    summary: 'Run a Dataview query, a JSONLogic rule or a base.',
    about:
      'QUERY is a Dataview query: TABLE, LIST, TASK or CALENDAR. --base takes a .base file, or a note that contains a base.',
    byHand: 'Asks again whenever the answer changes, with --watch.',
    args: [{ name: 'QUERY', summary: 'The query.', isOptional: true, isMany: true }],
    flags: {
      base: { short: 'b', value: 'FILE', summary: 'Show a view of this base.' },
      view: { value: 'NAME', summary: 'The view (default: the first one).' },
      expr: switchFlag('QUERY is an expression.', 'e'),
      logic: switchFlag('QUERY is a JSONLogic rule.'),
      from: { kind: 'note', value: 'NOTE', summary: 'The note that "this" refers to.' },
      format: {
        ...textFlag('FORMAT', 'Output format.', 'f'),
        choices: [...formats.keys()],
      },
      limit: { summary: 'At most N rows; 0 for all.' },
      watch: switchFlag('Keep running, and print the result whenever it changes.', 'w'),
    },
    examples: [
      [`vaultd query 'TABLE rating FROM #book SORT rating DESC LIMIT 5'`, 'the best books'],
      [`vaultd query 'TASK WHERE !completed' --watch`, 'open tasks, updated as they change'],
      ['vaultd query --base Books/Reading.base --view Finished -f csv', 'a view of a base as CSV'],
      [`vaultd query -e 'length(this.file.inlinks)' --from Home`, 'one value'],
    ],
    async run(context, { args, flags: { expr, logic, format, watch }, params }) {
      const { out } = context;
      const query = args.join(' ');
      const isTable = !logic && !expr && (params.base != null || /^\s*table\b/i.test(query));
      const isDrawn = isTable && out.isTerminal && format === undefined && !out.isJson;
      const asked = {
        ...params,
        ...(params.base == null ? toQuestion(query, expr, logic) : { mode: 'base' as const }),
        limit: Math.min(toLimit(params.limit, Number.POSITIVE_INFINITY), queryLimits.queryRowsMax),
        format: formats.get(out.isJson ? 'json' : (format ?? usualFormat(isDrawn, logic))),
      };
      const show = (answer: AnswerOf<'Query'>) => {
        if (isDrawn) drawTable(out, answer.text ?? '');
        else showAnswer(context, answer);
        if (answer.truncated) out.note(out.style.dim('There are more rows. --limit 0 shows all.'));
      };
      let answer = await context.call('Query', asked);
      show(answer);
      while (watch) {
        const next = await context.call('Query', { ...asked, after: answer.version });
        if (!next.changed) continue;
        answer = next;
        show(answer);
      }
    },
  }),
];

/** Best first is for people who read; what they do with places and paths needs all of them. */
function usualMode(
  isTerminal: boolean,
  { files, count }: Readonly<Record<'count' | 'files', unknown>>,
  { matchCase, context }: Pick<InputOf<'Search'>, 'context' | 'matchCase'>,
): 'ranked' | 'text' {
  const isForPlaces = files || count || matchCase === true || context != null;
  return isTerminal && !isForPlaces ? 'ranked' : 'text';
}

function usualFormat(isDrawn: boolean, isRule: boolean): string {
  if (isDrawn) return 'tsv';
  // A rule is about notes, so it has no Markdown.
  return isRule ? 'paths' : 'md';
}

function toQuestion(query: string, isExpression: boolean, isRule: boolean): InputOf<'Query'> {
  if (query === '') throw new UsageError('QUERY is missing. Give one, or a base with --base FILE.');
  if (isRule) return { mode: 'jsonlogic', logic: parseRule(query) };
  return { mode: isExpression ? 'expression' : 'dql', query };
}

function parseRule(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('The rule is not JSON.');
  }
}

function showAnswer({ out }: Context, { data, text }: AnswerOf<'Query'>): void {
  if (text !== undefined) out.write(text.endsWith('\n') || text === '' ? text : `${text}\n`);
  else out.json(data);
}

async function searchAll(
  { call }: Context,
  params: InputOf<'Search'>,
): Promise<AnswerOf<'Search'>> {
  const wanted = toLimit(params.limit, params.mode === 'ranked' ? 10 : 50);
  let [total, took_ms] = [0, 0];
  const { items, isCut } = await collectPages(
    wanted,
    searchLimits.pageMax,
    async (limit, cursor) => {
      const page = await call('Search', { ...params, limit, cursor });
      total = page.total;
      took_ms += page.took_ms;
      return { items: page.hits, next: page.cursor };
    },
  );
  return { hits: items, total, truncated: isCut, took_ms };
}

function showHits(
  { out }: Context,
  link: Linker,
  { hits, total, took_ms: took }: AnswerOf<'Search'>,
  { files, count }: { readonly files: boolean; readonly count: boolean },
): void {
  for (const hit of hits) {
    if (files) out.line(hit.path);
    else if (count) out.line(`${hit.path}:${hit.count ?? hit.matches.length}`);
    else showHit(out, link, hit);
  }
  // Output that was cut has a note of its own.
  if (files || count || !out.isTerminal || total > hits.length) return;
  const notes = `${plural(total, 'note')} in ${Number(took.toPrecision(3))} ms`;
  out.say(out.style.dim(total === 0 ? 'No results.' : notes));
}

/** On a terminal grouped by note; in a pipe one line a match, as grep does it. */
function showHit(out: Context['out'], link: Linker, { path, matches, passage }: Hit): void {
  const { style, isTerminal } = out;
  const places = matches.filter(({ line }) => line > 0);
  if (isTerminal) out.line(link(path, style.magenta(path)) + sayPlace(passage, style));
  else if (places.length === 0) out.line(path);
  if (passage === undefined || !isTerminal) showLines(out, path, places);
  else out.line(toParagraph(passage, out));
  if (isTerminal) out.line();
}

/** The line and the heading of a passage. */
function sayPlace(passage: Hit['passage'], style: Style): string {
  if (passage === undefined) return '';
  const { line, heading } = passage;
  return style.dim(`:${line}${heading === undefined ? '' : `  ${heading}`}`);
}

function showLines(out: Context['out'], path: string, places: readonly Place[]): void {
  const { style, isTerminal } = out;
  let last = 0;
  for (const [{ line, start, text }, marks] of byText(places)) {
    const first = line - text.slice(0, start).split('\n').length + 1;
    const isApart = last !== 0 && first > last + 1 && text.includes('\n');
    if (isTerminal && isApart) out.line(style.dim('    ⋯'));
    const rows = highlight(text, marks, style).split('\n');
    rows.forEach((row, i) => {
      if (first + i <= last) return;
      last = first + i;
      const number = String(last);
      const gutter = `${style.green(number.padStart(5))}  `;
      out.line(isTerminal ? hang(gutter, row, out.width) : `${path}:${number}:${row}`);
    });
  }
}

/** Matches on one line are shown together. */
function byText(places: readonly Place[]): [Place, Place[]][] {
  const groups: [Place, Place[]][] = [];
  for (const place of places) {
    const last = groups.at(-1);
    if (last?.[0].line === place.line && last[0].text === place.text) last[1].push(place);
    else groups.push([place, [place]]);
  }
  return groups;
}

/** How much of a passage is shown on the narrowest terminal. */
const passageUnitsMin = 160;

/** A passage as a few lines of running text. */
function toParagraph(
  { text, marks }: NonNullable<Hit['passage']>,
  { style, width }: Context['out'],
): string {
  const shown = text.slice(0, Math.max(passageUnitsMin, 2 * width - 24));
  const inside = marks.filter(({ end }) => end <= shown.length);
  const words = highlight(shown, inside, style).replace(/\s+/g, ' ').trim();
  return hang('      ', shown === text ? words : `${words}…`, width);
}

function highlight(
  text: string,
  marks: readonly Pick<Place, 'start' | 'end'>[],
  style: Style,
): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of marks) {
    if (start < at) continue;
    shown += text.slice(at, start) + style.match(text.slice(start, end));
    at = end;
  }
  return shown + text.slice(at);
}
