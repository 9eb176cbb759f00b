#!/usr/bin/env node
// Stands in for the command line tool of the app. It writes down how it was called, then answers
// from a table (the entries of a command are used up in order), or else as the real one was seen
// to: it ends well whatever happens, makes "Name 1.md" rather than refuse, and turns \n in values
// into line breaks.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const args = process.argv.slice(2);
const folder = process.env.FAKE_OBSIDIAN ?? '.';
const { vault = '', table = {} } = JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8'));
const calls = join(folder, 'calls');
const words = args.filter((arg) => !arg.startsWith('vault='));
const [command = ''] = words;
const before = existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').filter(Boolean) : [];
const used = before.filter((line) => JSON.parse(line).command === command).length;
const overlaps = !claim();
appendFileSync(calls, `${JSON.stringify({ args, command, pid: process.pid, overlaps })}\n`);
process.on('exit', () => rmSync(join(folder, 'busy'), { force: true }));

const scripted = table[command]?.[used] ?? table[command]?.at(-1);
if (scripted?.hangs) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
} else if (scripted) {
  if (scripted.does) act();
  process.stdout.write(scripted.stdout ?? '');
  process.stderr.write(scripted.stderr ?? '');
  process.exitCode = scripted.exit ?? 0;
} else {
  process.stdout.write(`${act()}\n`);
}

function act() {
  const value = (key) =>
    words
      .find((word) => word.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .replaceAll('\\n', '\n')
      .replaceAll('\\t', '\t');
  const flag = (name) => words.includes(name);
  const path = value('path') ?? '';
  const file = join(vault, path);
  if (command === 'version') return '1.13.7 (installer 1.13.4)';
  if (command === 'vaults') return `Other\t/nowhere\nMine\t${vault}`;
  if (command === 'create') return create(path, value('content') ?? '', flag('overwrite'));
  if (command === 'commands') return 'app:reload\neditor:fold-all';
  if (command === 'command') return `Executed: ${value('id')}`;
  if (command === 'recents') return 'Root.md\nProjects/Alpha.md';
  if (command === 'tabs') return 'Root\tmarkdown';
  if (!existsSync(file)) return `Error: File "${path}" not found.`;
  if (command === 'open') return `Opened: ${path}`;
  if (command === 'delete') return remove(path, flag('permanent'));
  if (command === 'move') return move(path, value('to') ?? '', 'Moved');
  if (command === 'rename') return move(path, renamed(path, value('name') ?? ''), 'Renamed');
  if (command === 'file') return `path\t${path}\nsize\t${readFileSync(file).length}`;
  return `Error: Command "${command}" not found. It may require a plugin to be enabled.`;
}

/** False when another one of us is at work. */
function claim() {
  try {
    writeFileSync(join(folder, 'busy'), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function create(path, content, overwrite) {
  let free = path;
  for (let n = 1; existsSync(join(vault, free)) && !overwrite; n++) {
    free = path.replace(/\.md$/, ` ${n}.md`);
  }
  put(free, content);
  return `Created: ${free}`;
}

function remove(path, permanent) {
  if (permanent) rmSync(join(vault, path));
  else move(path, `.trash/${path}`, '');
  return permanent ? `Deleted permanently: ${path}` : `Moved to trash: ${path}`;
}

function move(path, to, said) {
  if (existsSync(join(vault, to))) return 'Error: Destination file already exists!';
  mkdirSync(dirname(join(vault, to)), { recursive: true });
  renameSync(join(vault, path), join(vault, to));
  return `${said}: ${path} -> ${to}`;
}

function renamed(path, name) {
  return join(dirname(path), name.endsWith('.md') ? name : `${name}.md`);
}

function put(path, content) {
  mkdirSync(dirname(join(vault, path)), { recursive: true });
  writeFileSync(join(vault, path), content);
}
