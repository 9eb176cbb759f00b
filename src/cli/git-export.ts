import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from './arguments.ts';
import type { Context } from './context.ts';
import { KnownPaths } from './known-paths.ts';
import type { AnswerOf } from './operations.ts';

type ExportedStep = AnswerOf<'ExportChanges'>['steps'][number];
type ExportedFile = ExportedStep['files'][number];

const git = promisify(execFile);
const branch = 'refs/heads/main';

/** Writes the history to a new git repository: first what was there before it, then each step. */
export async function exportToGit(context: Context, folder: string): Promise<number> {
  const dir = resolve(context.cwd, folder);
  if (existsSync(dir) && readdirSync(dir).length > 0) {
    throw new UsageError(`${folder} is not empty.`, 'Name a folder that is new, or empty.');
  }
  const before = await findFirstContents(context);
  mkdirSync(dir, { recursive: true });
  await git('git', ['init', '-q', '-b', 'main', dir]);
  const importer = spawn('git', ['-C', dir, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(importer, 'close');
  const commits = await writeCommits(context, importer, before);
  importer.stdin.end('done\n');
  const [code] = await ended;
  if (code !== 0) throw new UsageError('git did not take the history over.');
  if (commits > 0) await git('git', ['-C', dir, 'reset', '-q', '--hard', 'main']);
  return commits;
}

async function writeCommits(
  context: Context,
  importer: ChildProcess,
  before: ReadonlyMap<string, string>,
): Promise<number> {
  const known = new KnownPaths();
  let commits = 0;
  let isFirst = true;
  for await (const step of exportedSteps(context)) {
    if (isFirst && before.size > 0) {
      const files = [...before].map(([path, content]) => ({
        what: 'created' as const,
        path,
        content,
      }));
      const base = { ...step, client: 'vaultd', protocol: 'local', why: 'What was there before' };
      await send(importer, toCommit({ ...base, change: '', files }, known));
      commits++;
    }
    isFirst = false;
    await send(importer, toCommit(step, known));
    commits++;
  }
  return commits;
}

/** Files that were there before the first step that tells of them, under the names they had then. */
async function findFirstContents(context: Context): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const known = new KnownPaths();
  for await (const { files } of exportedSteps(context)) {
    for (const { what, path, to, content, first } of files) {
      if (!known.has(path) && first !== undefined) {
        found.set(known.originOf(path), first);
        known.add(path);
      }
      if (what === 'moved' && to !== undefined) known.move(path, to);
      else if (what === 'deleted') known.remove(path);
      else if (content !== undefined) known.add(path);
    }
  }
  return found;
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
  const parts: Buffer[] = [
    Buffer.from(`commit ${branch}\ncommitter ${who} ${Math.floor(at / 1000)} +0000\n`),
    Buffer.from(`data ${message.length}\n`),
    message,
    Buffer.from('\n'),
  ];
  for (const file of files) parts.push(...toCommands(file, known));
  return Buffer.concat([...parts, Buffer.from('\n')]);
}

/** What a file becomes. Git knows no folders, and nothing of files whose content was never seen. */
function toCommands({ what, path, to, content, mode }: ExportedFile, known: KnownPaths): Buffer[] {
  if (what === 'moved' && to !== undefined) {
    const isKnown = known.has(path);
    known.move(path, to);
    return isKnown ? [Buffer.from(`R ${quote(path)} ${quote(to)}\n`)] : [];
  }
  if (what === 'deleted') {
    const isKnown = known.has(path);
    known.remove(path);
    return isKnown ? [Buffer.from(`D ${quote(path)}\n`)] : [];
  }
  if (content === undefined) return [];
  known.add(path);
  const bytes = Buffer.from(content, 'base64');
  const kind = ((mode ?? 0) & 0o111) === 0 ? '100644' : '100755';
  const head = `M ${kind} inline ${quote(path)}\ndata ${bytes.length}\n`;
  return [Buffer.from(head), bytes, Buffer.from('\n')];
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

async function send({ stdin }: ChildProcess, bytes: Buffer): Promise<void> {
  if (stdin !== null && !stdin.write(bytes)) await once(stdin, 'drain');
}
