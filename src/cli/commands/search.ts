import { defineCommand } from '../command.ts';
import type { Context, Linker } from '../context.ts';
import { plural } from '../numbers.ts';
import { openInEditor } from '../open-in-editor.ts';
import type { Style } from '../style.ts';
import { hang } from '../wrap.ts';

interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Hit {
  readonly path: string;
  readonly score?: number;
  readonly count?: number;
  readonly matches: readonly Place[];
}

interface Found {
  readonly hits: readonly Hit[];
  readonly total: number;
  readonly truncated: boolean;
  readonly took_ms: number;
}

export const searchCommand = defineCommand({
  name: 'search',
  group: 'find',
  brief: 'find text in notes',
  summary: 'Find notes by words, phrases or patterns.',
  about:
    'All words must stand in the note, in any order. "Quotes inside quotes" keep words together.',
  args: [{ name: 'WORDS', summary: 'What to look for.', isMany: true }],
  flags: {
    regex: { type: 'boolean', short: 'e', summary: 'WORDS is a regular expression.' },
    ranked: { type: 'boolean', short: 'r', summary: 'Best notes first, with an excerpt each.' },
    obsidian: { type: 'boolean', summary: "WORDS is a query as Obsidian's search pane takes it." },
    case: { type: 'boolean', short: 's', summary: 'Letter case counts.' },
    in: { type: 'string', value: 'FOLDER', summary: 'Only notes below this folder.' },
    context: { type: 'number', short: 'C', value: 'N', summary: 'Show N lines around each match.' },
    files: { type: 'boolean', short: 'l', summary: 'Only the paths of the notes.' },
    count: { type: 'boolean', short: 'c', summary: 'Only the paths and how many matches.' },
    limit: {
      type: 'number',
      value: 'N',
      summary: 'At most N notes; 50 when absent, 10 when ranked.',
    },
    open: { type: 'boolean', short: 'o', summary: 'Open the first match in your editor.' },
  },
  examples: [
    ['vaultd search garden soil', 'notes with both words'],
    [`vaultd search '"soil test"' --in Projects -C 1`, 'a phrase in a folder'],
    [`vaultd search -e 'buil[dt]' --files`, 'a pattern, paths only'],
    ['vaultd search -r when to plant beans', 'the best notes first'],
    [`vaultd search --obsidian 'tag:#work task-todo:call'`, 'operators, as in Obsidian'],
  ],
  async run(context, { args, flags }) {
    const { out, call } = context;
    const found = await call<Found>('Search', {
      query: args.join(' '),
      mode: modeOf(flags),
      ...(flags.in && { path_prefix: flags.in }),
      ...(flags.case && { match_case: true }),
      ...(flags.context !== undefined && { context: flags.context }),
      ...(flags.files || flags.count ? { matches: 0 } : {}),
      limit: flags.limit ?? (flags.ranked ? 10 : 50),
    });
    if (out.isJson) {
      out.json(found);
      return;
    }
    const [first] = found.hits;
    if (flags.open && first !== undefined) {
      const line = first.matches.find((match) => match.line > 0)?.line ?? 1;
      await openInEditor(context, first.path, line);
      return;
    }
    show(context, await context.linker(), found, flags);
  },
});

function show(
  { out }: Context,
  link: Linker,
  { hits, total, took_ms: took }: Found,
  { files, count }: { readonly files: boolean; readonly count: boolean },
): void {
  out.page();
  for (const hit of hits) {
    if (files) out.line(hit.path);
    else if (count) out.line(`${hit.path}:${hit.count ?? hit.matches.length}`);
    else showHit(out, link, hit);
  }
  if (files || count || !out.isTerminal) return;
  const notes = total > hits.length ? `${hits.length} of ${total} notes` : plural(total, 'note');
  out.say(out.style.dim(total === 0 ? 'Nothing found.' : `${notes} in ${took} ms`));
}

/** On a terminal grouped by note; in a pipe one line a match, as grep does it. */
function showHit(out: Context['out'], link: Linker, { path, score, matches }: Hit): void {
  const { style, isTerminal } = out;
  const places = matches.filter(({ line }) => line > 0);
  const title = link(path, style.magenta(path));
  if (isTerminal) out.line(title + (score ? style.dim(`  ${score.toFixed(1)}`) : ''));
  else if (places.length === 0) out.line(path);
  if (score === undefined || !isTerminal) showLines(out, path, places);
  else out.line(toParagraph(places, out));
  if (isTerminal) out.line();
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

/** An excerpt as a few lines of running text. */
function toParagraph(places: readonly Place[], { style, width }: Context['out']): string {
  const text = places[0]?.text ?? '';
  const shown = text.slice(0, Math.max(160, 2 * width - 24));
  const marks = places.filter(({ end }) => end <= shown.length);
  const words = highlight(shown, marks, style).replace(/\s+/g, ' ').trim();
  return hang('      ', shown === text ? words : `${words}…`, width);
}

function highlight(text: string, marks: readonly Place[], style: Style): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of marks) {
    if (start < at) continue;
    shown += text.slice(at, start) + style.match(text.slice(start, end));
    at = end;
  }
  return shown + text.slice(at);
}

function modeOf(flags: { regex?: boolean; ranked?: boolean; obsidian?: boolean }): string {
  if (flags.regex) return 'regex';
  if (flags.obsidian) return 'obsidian';
  return flags.ranked ? 'ranked' : 'text';
}
