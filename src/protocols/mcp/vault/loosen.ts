import { isRecord } from '../../../kit/records.ts';
import type { Prepared } from '../toolset.ts';
import { type DeclaredKinds, repairArguments } from './repair.ts';

type Arguments = Record<string, unknown>;

/**
 * Arguments as agents write them: a note by its name, parts of it without an object around them.
 * What no parameter is called is left out, with a notice.
 */
export function loosenArguments(raw: Readonly<Arguments>, kinds: DeclaredKinds): Prepared {
  const args = repairArguments(raw, kinds);
  const loose = withSection(withNote(withChange(args, kinds), kinds), kinds);
  const unknown = Object.keys(loose).filter((name) => !Object.hasOwn(kinds, name));
  for (const name of unknown) delete loose[name];
  return { input: loose, ...(unknown.length > 0 && { notice: sayIgnored(unknown, kinds) }) };
}

/** What is to change can be said without an object around it. */
function withChange(args: Arguments, kinds: DeclaredKinds): Arguments {
  const isFlat = Object.hasOwn(kinds, 'change') && args.change === undefined;
  return isFlat ? { change: args } : args;
}

/** Words for the note, where a parameter of another name is declared. */
const noteWords = ['path', 'note', 'name', 'file', 'filename', 'filepath'];

/** The note is named by `target` in most tools and by `path` in the others: each takes both. */
function withNote(args: Arguments, kinds: DeclaredKinds): Arguments {
  const isByTarget = Object.hasOwn(kinds, 'target');
  if (!isByTarget && !Object.hasOwn(kinds, 'path')) return args;
  const words = noteWords.filter((word) => !Object.hasOwn(kinds, word));
  const taken = isByTarget ? ['period', 'date', ...words] : ['target', ...words];
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !taken.includes(name)));
  if (isByTarget) {
    const target = toTarget(args.target) ?? toTarget(pick(args, words)) ?? toTarget(args);
    return target === undefined ? rest : { ...rest, target };
  }
  const path = args.path ?? toPath(args.target) ?? pick(args, words);
  return path === undefined ? rest : { ...rest, path };
}

/** A note in any of the ways to name one; undefined when it is not named. */
function toTarget(given: unknown): unknown {
  if (typeof given === 'string') return { type: 'name', name: given };
  if (!isRecord(given)) return given;
  const { type, path, name, period, date } = given;
  if (type === 'active') return { type };
  const named = path ?? name;
  const isNamed =
    type === 'path' || type === 'name' || (type === undefined && period === undefined);
  if (isNamed) return named === undefined ? undefined : { type: 'name', name: named };
  return { type: 'periodic', period, ...(date !== undefined && { date }) };
}

function toPath(target: unknown): unknown {
  return isRecord(target) ? (target.path ?? target.name) : target;
}

const sectionWords = { heading: 'heading', block: 'block', property: 'frontmatter' } as const;

/** A heading, a block or a property can be named without an object around it. */
function withSection(args: Arguments, kinds: DeclaredKinds): Arguments {
  if (!Object.hasOwn(kinds, 'section')) return args;
  if (typeof args.section === 'string') {
    return { ...args, section: { type: 'heading', target: args.section } };
  }
  if (args.section !== undefined) return args;
  const words = Object.entries(sectionWords).filter(
    ([word]) => typeof args[word] === 'string' && !Object.hasOwn(kinds, word),
  );
  const [found] = words;
  if (found === undefined) return args;
  const [word, type] = found;
  const { [word]: target, ...rest } = args;
  return { ...rest, section: { type, target } };
}

function pick(args: Arguments, words: readonly string[]): unknown {
  return words.map((word) => args[word]).find((value) => typeof value === 'string');
}

function sayIgnored(unknown: readonly string[], kinds: DeclaredKinds): string {
  const ignored = unknown.map((name) => `"${name}"`).join(', ');
  return `Ignored: ${ignored}. This tool takes: ${Object.keys(kinds).join(', ')}.`;
}
