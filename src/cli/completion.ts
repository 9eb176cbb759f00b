import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { limits } from '../contract/limits.ts';
import { isNote, nameOf } from '../contract/paths.ts';
import { expandHome } from '../daemon/places.ts';
import { appendTo } from '../kit/records.ts';
import { findCommand, splitGlobals } from './arguments.ts';
import type { Command } from './command.ts';
import type { Context } from './context.ts';
import { commonFlags, type Flag, type Flags, type WordKind } from './flags.ts';
import { plural } from './numbers.ts';
import { collectPages } from './pages.ts';
import { clientSetups } from './setup-clients.ts';
import { listVaultNames } from './vault-access.ts';

/**
 * The scripts only pass the words on to `vaultd __complete`, so that a newer vaultd completes
 * better without a new script.
 */
export const completionScripts: Readonly<Record<string, string>> = {
  bash: `_vaultd() {
  local IFS=$'\\n' i word=\${COMP_WORDS[COMP_CWORD]} quote=
  case $word in
    [\\'\\"]*) quote=\${word:0:1} word=\${word:1} ;;
    *) word=\${word//\\\\/} ;;
  esac
  COMPREPLY=($(vaultd __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2>/dev/null | cut -f1))
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
  [[ -n $quote ]] && return
  for i in "\${!COMPREPLY[@]}"; do
    word=\${COMPREPLY[i]} quote=
    [[ $word == '~/'* ]] && quote='~' word=\${word:1}
    COMPREPLY[i]=$quote$(printf '%q' "$word")
  done
}
complete -F _vaultd vaultd
`,
  zsh: `#compdef vaultd
_vaultd() {
  local -a answers
  local word what
  while IFS=$'\\t' read -r word what; do
    answers+=("\${word//:/\\\\:}\${what:+:$what}")
  done < <(vaultd __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)
  _describe 'vaultd' answers
}
if [[ $funcstack[1] == _vaultd ]]; then _vaultd "$@"; else compdef _vaultd vaultd; fi
`,
  fish: `function __vaultd_complete
  set -l before (commandline -opc)
  set -l word (commandline -ct | string trim -l -c '"\\'' | string replace -a '\\\\' '')
  vaultd __complete -- $before[2..-1] "$word" 2>/dev/null
end
complete -c vaultd -f -a '(__vaultd_complete)'
`,
};

/** More answers than that help no one. */
const answersMax = 200;

type Answer = readonly [word: string, about: string];

/** Completions of the last word, each with a short description. */
export async function complete(
  context: Context,
  commands: readonly Command[],
  words: readonly string[],
): Promise<Answer[]> {
  const typed = words.at(-1) ?? '';
  const last = typed.toLowerCase();
  const all = await findAnswers(context, commands, words.slice(0, -1), typed);
  const known = new Set<string>();
  return all
    .filter(([word]) => word.toLowerCase().startsWith(last))
    .filter(([word]) => !known.has(word) && known.add(word))
    .slice(0, answersMax);
}

/** The vault that the words name. */
export function findVaultWord(words: readonly string[]): string | undefined {
  const at = words.indexOf('--vault');
  const inline = words.find((word) => word.startsWith('--vault='));
  return inline?.slice('--vault='.length) ?? (at === -1 ? undefined : words.slice(0, -1)[at + 1]);
}

async function findAnswers(
  context: Context,
  commands: readonly Command[],
  given: readonly string[],
  last: string,
): Promise<Answer[]> {
  const before = dropGlobals(given);
  if (before === undefined) return findValues(context, commands, last, 'vault');
  const command = findCommand(commands, before);
  if (command === undefined) {
    return last.startsWith('-') ? toOptions(commonFlags) : findNames(commands, before);
  }
  const rest = before.slice(command.name.split(' ').length);
  const flags: Flags = { ...commonFlags, ...command.flags };
  const flag = findFlag(flags, rest.at(-1));
  if (flag?.choices !== undefined) return flag.choices.map(bare);
  if (flag !== undefined) return findValues(context, commands, last, flag.kind);
  if (last.startsWith('-')) return toOptions(flags);
  const words = rest.filter(
    (word, i) => !word.startsWith('-') && findFlag(flags, rest[i - 1]) === undefined,
  );
  const argument = command.args[Math.min(words.length, command.args.length - 1)];
  return findValues(context, commands, last, argument?.kind);
}

/** The words from the name of the command on; undefined when a value is missing before it. */
function dropGlobals(words: readonly string[]): readonly string[] | undefined {
  try {
    return splitGlobals(words).words;
  } catch {
    return undefined;
  }
}

function toOptions(flags: Flags): Answer[] {
  return Object.entries(flags).map(([name, { summary }]) => [`--${name}`, summary]);
}

/** First words of commands, or second ones where the first is there. */
function findNames(commands: readonly Command[], [before, ...more]: readonly string[]): Answer[] {
  const names = new Map<string, string>();
  // `vaultd help COMMAND` is `vaultd COMMAND --help`.
  if (before === 'help') return findNames(commands, more);
  for (const { name, summary, isHidden } of commands) {
    const [first = '', second] = name.split(' ');
    if (isHidden || more.length > 0) continue;
    if (before === undefined) names.set(first, names.get(first) ?? summary);
    else if (before === first && second !== undefined) names.set(second, summary);
  }
  return [...names];
}

/** The option whose value comes next. */
function findFlag(flags: Flags, word = ''): Flag | undefined {
  if (!word.startsWith('-')) return undefined;
  const name = word.replace(/^-+/, '');
  const flag = flags[name] ?? Object.values(flags).find(({ short }) => short === name);
  return flag?.type === 'boolean' ? undefined : flag;
}

/** A failure completes nothing and prints nothing. */
async function findValues(
  context: Context,
  commands: readonly Command[],
  last: string,
  kind: WordKind = 'text',
): Promise<Answer[]> {
  try {
    if (kind === 'command') return findNames(commands, []);
    if (kind === 'directory') return listDirectories(context, last).map(bare);
    if (kind === 'setup client') return clientSetups.map(({ name, title }) => [name, title]);
    if (kind === 'shell') return Object.keys(completionScripts).map(bare);
    if (kind === 'vault') {
      const names = await listVaultNames(context.env);
      return [...names, ...listDirectories(context, last)].map(bare);
    }
    return await askVault(context, last, kind);
  } catch {
    return [];
  }
}

async function askVault(context: Context, last: string, kind: WordKind): Promise<Answer[]> {
  const { call, ask } = context;
  switch (kind) {
    case 'method':
      return (await ask<{ methods: string[] }>('GetCapabilities', {})).methods.map(bare);
    case 'step':
      return (await call('ListChanges', {})).changes.map(({ change, why }) => [change, why]);
    case 'client':
      return (await call('ListChanges', {})).changes.map(({ client }) => bare(client));
    case 'tag':
      return (await call('GetTags', {})).tags.map(({ tag, count }) => [tag, plural(count, 'note')]);
    case 'property': {
      const { properties } = await call('ListProperties', {});
      return properties.map(({ name, type }) => [name, type]);
    }
    default:
      return /note|folder/.test(kind) ? findPaths(context, last, kind) : [];
  }
}

async function findPaths({ call }: Context, last: string, kind: WordKind): Promise<Answer[]> {
  const all = Number.POSITIVE_INFINITY;
  const { items } = await collectPages(all, limits.filesListedMax, async (limit, from) => {
    const { files, cursor } = await call('ListFiles', { recursive: true, limit, cursor: from });
    return { items: files, next: cursor };
  });
  const paths = items.map(({ path }) => path);
  const notes = paths.filter(isNote).map((path) => path.replace(/\.md$/i, ''));
  return [
    ...(kind.includes('note') ? notes.map(bare) : []),
    ...(kind.includes('folder') ? toFolders(paths).map(bare) : []),
    ...(kind.includes('note') && last !== '' && !last.includes('/') ? toNames(notes) : []),
  ];
}

/** Names that only one note has, which are enough to name it. */
function toNames(notes: readonly string[]): Answer[] {
  const paths = new Map<string, string[]>();
  for (const path of notes) appendTo(paths, nameOf(path), path);
  return [...paths].flatMap(([name, [path = '', ...others]]): Answer[] =>
    others.length === 0 ? [[name, path]] : [],
  );
}

/** Folders of the machine that the last word may become. */
function listDirectories({ cwd, env }: Context, last: string): string[] {
  const typed = last.slice(0, last.lastIndexOf('/') + 1);
  return readdirSync(resolve(cwd, expandHome(typed || '.', env)), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${typed}${name}/`)
    .filter((path) => last.slice(typed.length).startsWith('.') || !/(^|\/)\.[^/]*\/$/.test(path));
}

function toFolders(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      folders.add(path.slice(0, at + 1));
    }
  }
  return [...folders].sort();
}

function bare(word: string): Answer {
  return [word, ''];
}
