import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executable, printed } from '../support/child.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const home = new VaultHome({ 'Books/A Guide.md': '', 'Books/The Hedge.md': '', 'Home.md': '' });
const env = { ...home.env, PATH: `${home.base}/bin:${home.env.PATH}`, LC_ALL: 'C.UTF-8' };
beforeAll(async () => {
  mkdirSync(join(home.base, 'bin'));
  mkdirSync(join(home.base, 'my notes'));
  symlinkSync(executable, join(home.base, 'bin/vaultd'));
  await home.serve();
});
afterAll(() => home.remove());

const hasShell = (name: string): boolean => {
  const isHere = spawnSync(name, ['--version']).error === undefined;
  if (!isHere) process.stdout.write(`no ${name} here: its completion is left out\n`);
  return isHere;
};
const inShell = async (shell: string, ...args: string[]): Promise<string[]> =>
  (await printed(shell, args, { env, cwd: home.base })).split('\n').filter(Boolean);

/** What is typed, as bash cuts it into words, and what it may become. */
const bashCases: [typed: string[], answers: string[]][] = [
  [['vaultd', 'ren'], ['rename']],
  [
    ['vaultd', 'daemon', 'st'],
    ['start', 'stop', 'status'],
  ],
  [['vaultd', 'search', '--reg'], ['--regex']],
  [['vaultd', 'read', 'hom'], ['Home']],
  [['vaultd', 'read', 'Books/A'], ['Books/A\\ Guide']],
  [['vaultd', 'read', 'Books/The\\ H'], ['Books/The\\ Hedge']],
  [['vaultd', 'read', '"Books/The H'], ['Books/The Hedge']],
  // A shell passes the tilde on as it was typed.
  [['vaultd', 'serve', '~/my'], ['~/my\\ notes/']],
];

test.runIf(hasShell('bash')).each(bashCases)('bash completes %j', async (typed, answers) => {
  const script = `source <(vaultd completion bash)
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _vaultd
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(await inShell('bash', '-c', script, 'bash', ...typed)).toEqual(answers);
});

test.runIf(hasShell('fish')).each([
  ['vaultd ren', ['rename\tRename a note or a folder in place.']],
  ['vaultd read Books/A', ['Books/A Guide']],
  ['vaultd read "Books/The H', ['Books/The Hedge']],
])('fish completes %j', async (typed, answers) => {
  const script = 'vaultd completion fish | source; complete -C $argv[1]';
  expect(await inShell('fish', '-c', script, typed)).toEqual(answers);
});

/** A terminal in which zsh is typed at, since it completes nowhere else. */
const zshTypes = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=; autoload -Uz compinit; compinit -u; source <(vaultd completion zsh); echo READY'
while zpty -r z line; do [[ $line == READY* ]] && break; done
zpty -w -n z "$1"$'\\t'
repeat 100; do sleep 0.1; zpty -r -t z line && shown+=$line; [[ $shown == *$2* ]] && print found && break; done
zpty -d z
`;

test.runIf(hasShell('zsh')).each([
  ['vaultd ren', 'vaultd rename'],
  ['vaultd read "Books/The H', 'Books/The Hedge"'],
  ['vaultd re', '-- Print a note.'],
])('zsh completes %j', async (typed, shown) => {
  const file = join(home.base, 'types.zsh');
  writeFileSync(file, zshTypes);
  expect(await inShell('zsh', '-f', file, typed, shown)).toEqual(['found']);
});
