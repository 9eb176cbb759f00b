import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { isWithin } from '../contract/paths.ts';
import { CommandError } from './command-error.ts';
import type { Context } from './context.ts';
import type { AnswerOf } from './operations.ts';

type ExportedStep = AnswerOf<'ExportChanges'>['steps'][number];
type ExportedFile = ExportedStep['files'][number];

const git = promisify(execFile);

/** Writes the history to a new git repository: first what was there before it, then each step. */
export async function exportToGit(context: Context, folder: string): Promise<number> {
  const dir = resolve(context.cwd, folder);
  if (existsSync(dir) && readdirSync(dir).length > 0) {
    throw new CommandError(`${folder} is not empty.`, 'Name a new or empty folder.');
  }
  const before = await findFirstContents(context);
  mkdirSync(dir, { recursive: true });
  await git('git', ['init', '-q', '-b', 'main', dir]).catch(() => {
    throw new CommandError('git could not make a repository. Is it installed?');
  });
  const importer = spawn('git', ['-C', dir, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(importer, 'close');
  const commits = await writeCommits(context, importer, before);
  importer.stdin.end('done\n');
  const [code] = await ended;
  if (code !== 0) throw new CommandError('git could not import the history. Is it installed?');
  if (commits > 0) await git('git', ['-C', dir, 'reset', '-q', '--hard', 'main']);
  return commits;
}

async function writeCommits(
  context: Context,
  importer: ChildProcess,
  before: readonly ExportedFile[],
): Promise<number> {
  const known = new KnownPaths();
  let commits = 0;
  for await (const step of exportedSteps(context)) {
    if (commits === 0 && before.length > 0) {
      const by = { client: 'vaultd', protocol: 'local' };
      const base = { ...step, ...by, why: 'What was there before', change: '', files: before };
      await send(importer, toCommit(base, known));
      commits++;
    }
    await send(importer, toCommit(step, known));
    commits++;
  }
  return commits;
}

/** Files that were there before the first step that names them, under the paths they had then. */
async function findFirstContents(context: Context): Promise<readonly ExportedFile[]> {
  const found = new Map<string, ExportedFile>();
  const known = new KnownPaths();
  for await (const { files } of exportedSteps(context)) {
    for (const file of files) {
      if (!known.has(file.path) && file.first !== undefined) {
        const path = known.originOf(file.path);
        found.set(path, { what: 'created', path, content: file.first });
        known.add(file.path);
      }
      known.follow(file);
    }
  }
  return [...found.values()];
}

async function* exportedSteps({ call }: Context): AsyncGenerator<ExportedStep> {
  let after: string | undefined;
  for (let more = true; more; ) {
    const page = await call('ExportChanges', { after });
    yield* page.steps;
    after = page.steps.at(-1)?.change;
    more = page.more && after !== undefined;
  }
}

function toCommit(step: ExportedStep, known: KnownPaths): Buffer {
  const { change, at, protocol, client, why, undoes, files } = step;
  const trailers = [change && `Step: ${change}`, undoes && `Undoes: ${undoes}`].filter(Boolean);
  const message = Buffer.from(`${why}\n${trailers.length > 0 ? `\n${trailers.join('\n')}\n` : ''}`);
  const name = client.replace(/[<>\n]/g, ' ').trim() || protocol;
  const who = `${name} <${name.replace(/[^\w.-]+/g, '-')}@${protocol}.vaultd>`;
  return Buffer.concat([
    Buffer.from(`commit refs/heads/main\ncommitter ${who} ${Math.floor(at / 1000)} +0000\n`),
    Buffer.from(`data ${message.length}\n`),
    message,
    Buffer.from('\n'),
    ...files.flatMap((file) => toLines(file, known)),
    Buffer.from('\n'),
  ]);
}

/** What a file becomes. Git has no folders, and no files whose content history does not know. */
function toLines(file: ExportedFile, known: KnownPaths): Buffer[] {
  const { what, path, to = '', content, mode = 0 } = file;
  const isKnown = known.has(path);
  known.follow(file);
  if (what === 'moved') return isKnown ? [Buffer.from(`R ${quote(path)} ${quote(to)}\n`)] : [];
  if (what === 'deleted') return isKnown ? [Buffer.from(`D ${quote(path)}\n`)] : [];
  if (content === undefined) return [];
  const bytes = Buffer.from(content, 'base64');
  const kind = (mode & 0o111) === 0 ? '100644' : '100755';
  const head = `M ${kind} inline ${quote(path)}\ndata ${bytes.length}\n`;
  return [Buffer.from(head), bytes, Buffer.from('\n')];
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

async function send({ stdin }: ChildProcess, bytes: Buffer): Promise<void> {
  if (stdin !== null && !stdin.write(bytes)) await once(stdin, 'drain');
}

/** Paths of files after each step, and where each one was in the beginning. */
class KnownPaths {
  #paths = new Set<string>();
  readonly #moves: { readonly from: string; readonly to: string }[] = [];

  /** True for a known file, and for a folder with one in it. */
  has(path: string): boolean {
    return this.#paths.has(path) || [...this.#paths].some((each) => isWithin(each, path));
  }

  add(path: string): void {
    this.#paths.add(path);
  }

  /** Takes over what a step did to a file, or to a folder with all that is in it. */
  follow({ what, path: from, to, content }: ExportedFile): void {
    if (what === 'moved' && to !== undefined) {
      this.#moves.push({ from, to });
      this.#paths = new Set([...this.#paths].map((path) => moved(path, from, to)));
    } else if (what === 'deleted') this.#paths.delete(from);
    else if (content !== undefined) this.#paths.add(from);
  }

  /** The path that a file had before all moves so far. */
  originOf(path: string): string {
    return this.#moves.reduceRight((at, { from, to }) => moved(at, to, from), path);
  }
}

function moved(path: string, from: string, to: string): string {
  return isWithin(path, from) ? to + path.slice(from.length) : path;
}
