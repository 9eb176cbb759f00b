import { toRecord } from '../kit/records.ts';
import type { Context } from './context.ts';
import type { Params } from './flags.ts';
import type { AnswerOf, MethodName } from './operations.ts';
import { explainReadOnly } from './read-only.ts';
import { quoteName } from './vault-access.ts';

interface PlannedFile {
  readonly what: 'created' | 'changed' | 'deleted' | 'moved';
  readonly path: string;
  readonly to?: string;
  readonly before?: string;
  readonly after?: string;
}

/**
 * Makes a change, says in which vault unless the user named it, and how to undo it; or shows what it
 * would be with `--dry-run`.
 */
export async function makeChange<M extends MethodName>(
  context: Context,
  method: M,
  params: Params,
  done: (answer: AnswerOf<M>) => string,
  isUndo = false,
): Promise<void> {
  const { out, common } = context;
  const vault = await context.vaultToChange();
  const ask = <R>(asked: Params): Promise<R> =>
    context.ask<R>(method, asked).catch(async (thrown) => {
      throw await explainReadOnly(context, vault, thrown);
    });
  if (common['dry-run']) {
    const plan = await ask<{ changes: PlannedFile[] }>({ ...params, dry_run: true });
    if (out.isJson) out.json(plan);
    else await showPlan(context, plan.changes);
    return;
  }
  const answer = await ask<AnswerOf<M>>(params);
  const { step, undo_id, result } = toRecord(answer);
  const id = step ?? undo_id ?? toRecord(result).undo_id;
  // A user who named the vault knows which one it is, but has to name it again to undo the change.
  const isNamed = vault.foundBy === 'name';
  const where = isNamed ? '' : out.style.dim(`${vault.name}: `);
  const program = isNamed ? `vaultd --vault ${quoteName(vault.name)}` : 'vaultd';
  const [title, command] = isUndo ? ['Redo', 'redo'] : ['Undo', 'undo'];
  const next = out.style.dim(`${title}: ${program} ${command} ${id}`);
  const what = id === undefined ? 'Nothing to change.' : `${done(answer)} ${next}`;
  out.outcome(answer, `${where}${what}`);
}

/** The difference between two texts, as a unified diff for people. */
export async function printDiff(
  { out }: Context,
  path: string,
  before: string | undefined,
  after: string,
): Promise<void> {
  // Loaded only when it is needed: most commands show no difference.
  const { unifiedDiff } = await import('../operations/unified-diff.ts');
  for (const line of unifiedDiff(path, before, after)) out.line(paint(line, out.style));
}

async function showPlan(context: Context, changes: readonly PlannedFile[]): Promise<void> {
  const { out } = context;
  if (changes.length === 0) out.say('Nothing would change.');
  out.page();
  for (const { what, path, to, before, after } of changes) {
    if (what === 'moved') out.line(`${out.style.yellow('move')} ${path} → ${to}`);
    else if (what === 'deleted') out.line(`${out.style.red('delete')} ${path}`);
    else if (after === undefined) out.line(`${out.style.yellow('write')} ${path}`);
    else await printDiff(context, path, what === 'created' ? undefined : (before ?? ''), after);
  }
}

function paint(line: string, style: Context['out']['style']): string {
  if (line.startsWith('+++') || line.startsWith('---')) return style.bold(line);
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line.startsWith('@@') ? style.cyan(line) : line;
}
