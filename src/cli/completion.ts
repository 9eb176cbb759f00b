import { isNote } from '../contract/paths.ts';
import { findCommand } from './arguments.ts';
import type { Command } from './command.ts';
import type { Context } from './context.ts';
import { commonFlags, type Flag, type Flags, type WordKind } from './flags.ts';

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
  for i in "\${!COMPREPLY[@]}"; do COMPREPLY[i]=$(printf '%q' "\${COMPREPLY[i]}"); done
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
  const last = words.at(-1)?.toLowerCase() ?? '';
  const all = await findAnswers(context, commands, words.slice(0, -1), last);
  return all.filter(([word]) => word.toLowerCase().startsWith(last)).slice(0, answersMax);
}

async function findAnswers(
  context: Context,
  commands: readonly Command[],
  before: readonly string[],
  last: string,
): Promise<Answer[]> {
  const command = findCommand(commands, before);
  if (command === undefined) return findNames(commands, before);
  const rest = before.slice(command.name.split(' ').length);
  const flags: Flags = { ...commonFlags, ...command.flags };
  const flag = findFlag(flags, rest.at(-1));
  if (flag?.choices !== undefined) return flag.choices.map(bare);
  if (flag !== undefined) return findValues(context, flag.kind);
  if (last.startsWith('-')) {
    return Object.entries(flags).map(([name, { summary }]) => [`--${name}`, summary]);
  }
  const given = rest.filter(
    (word, i) => !word.startsWith('-') && findFlag(flags, rest[i - 1]) === undefined,
  );
  const argument = command.args[Math.min(given.length, command.args.length - 1)];
  return findValues(context, argument?.kind);
}

/** First words of commands, or second ones where the first is there. */
function findNames(commands: readonly Command[], [before, ...more]: readonly string[]): Answer[] {
  const names = new Map<string, string>();
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

/** Asks the vault. A failure completes nothing and prints nothing. */
async function findValues({ call, ask }: Context, kind: WordKind = 'text'): Promise<Answer[]> {
  try {
    if (kind === 'method') {
      const { methods } = await ask<{ methods: string[] }>('GetCapabilities', {});
      return methods.map(bare);
    }
    if (kind === 'step') {
      const { changes } = await call('ListChanges', {});
      return changes.map(({ change, why }) => [change, why]);
    }
    if (!/note|folder/.test(kind)) return [];
    const { files } = await call('ListFiles', { recursive: true });
    const paths = files.map(({ path }) => path);
    const notes = paths.filter(isNote).map((path) => path.replace(/\.md$/i, ''));
    return [
      ...(kind.includes('note') ? notes.map(bare) : []),
      ...(kind.includes('folder') ? toFolders(paths).map(bare) : []),
    ];
  } catch {
    return [];
  }
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
