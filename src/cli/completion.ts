import { type Argument, type Command, commonFlags, type Flag, type Flags } from './command.ts';
import type { Context } from './context.ts';

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

/** What may stand for the last word, each with a word about it. */
export async function complete(
  context: Context,
  commands: readonly Command[],
  words: readonly string[],
): Promise<[string, string][]> {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = findCommand(commands, before);
  if (command === undefined) return commandNames(commands, before, last);
  const rest = before.slice(command.name.split(' ').length);
  const flags: Flags = { ...commonFlags, ...command.flags };
  const value = flagBefore(flags, rest.at(-1));
  if (value !== undefined) return startingWith(last, (value.choices ?? []).map(bare));
  if (last.startsWith('-')) return startingWith(last, flagNames(flags));
  const index = countArguments(flags, rest);
  const argument = command.args[Math.min(index, command.args.length - 1)];
  return argument === undefined ? [] : argumentValues(context, argument, last);
}

function findCommand(commands: readonly Command[], words: readonly string[]): Command | undefined {
  const [first = '', second = ''] = words;
  return (
    commands.find(({ name }) => name === `${first} ${second}`) ??
    commands.find(({ name }) => name === first)
  );
}

function commandNames(
  commands: readonly Command[],
  before: readonly string[],
  last: string,
): [string, string][] {
  if (before.length > 1) return [];
  const names = new Map<string, string>();
  for (const { name, summary, isHidden } of commands) {
    const [first = '', second] = name.split(' ');
    if (isHidden) continue;
    if (before.length === 0) names.set(first, names.get(first) ?? summary);
    else if (before[0] === first && second !== undefined) names.set(second, summary);
  }
  return startingWith(last, [...names]);
}

function flagBefore(flags: Flags, word: string | undefined): Flag | undefined {
  if (word === undefined || !word.startsWith('-')) return undefined;
  const name = word.replace(/^-+/, '');
  const flag = flags[name] ?? Object.values(flags).find(({ short }) => short === name);
  return flag === undefined || flag.type === 'boolean' ? undefined : flag;
}

function flagNames(flags: Flags): [string, string][] {
  return Object.entries(flags).map(([name, { summary }]) => [`--${name}`, summary]);
}

function countArguments(flags: Flags, rest: readonly string[]): number {
  return rest.filter(
    (word, i) => !word.startsWith('-') && flagBefore(flags, rest[i - 1]) === undefined,
  ).length;
}

/** Asks the vault. A failure completes nothing and says nothing. */
async function argumentValues(
  { call }: Context,
  { kind }: Argument,
  last: string,
): Promise<[string, string][]> {
  try {
    if (kind === 'note' || kind === 'folder' || kind === 'note or folder') {
      const { files } = await call<{ files: { path: string }[] }>('ListFiles', { recursive: true });
      const paths = files.map(({ path }) => path);
      const names = [
        ...(kind === 'folder' ? [] : noteNames(paths)),
        ...(kind === 'note' ? [] : folderNames(paths)),
      ];
      return startingWith(last, names.map(bare));
    }
    if (kind === 'method') {
      const { methods } = await call<{ methods: string[] }>('GetCapabilities');
      return startingWith(last, methods.map(bare));
    }
    if (kind === 'step') {
      const { changes } = await call<{ changes: { change: string; why: string }[] }>('ListChanges');
      return startingWith(
        last,
        changes.map(({ change, why }) => [change, why]),
      );
    }
  } catch {
    // Completion must never get in the way of typing.
  }
  return [];
}

function noteNames(paths: readonly string[]): string[] {
  return paths.filter((path) => /\.md$/i.test(path)).map((path) => path.replace(/\.md$/i, ''));
}

function folderNames(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      folders.add(path.slice(0, at + 1));
    }
  }
  return [...folders].sort();
}

function startingWith(word: string, all: readonly [string, string][]): [string, string][] {
  const folded = word.toLowerCase();
  return all.filter(([name]) => name.toLowerCase().startsWith(folded)).slice(0, 200);
}

function bare(word: string): [string, string] {
  return [word, ''];
}
