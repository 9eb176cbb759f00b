import type { Context } from './context.ts';
import { printDiff } from './print-diff.ts';

/** What every change answers: the step to undo, unless nothing had to change. */
export interface ChangeAnswer {
  readonly step?: string;
  /** The same, as operations call it that agents use, too. */
  readonly undo_id?: string;
  readonly result?: { readonly undo_id?: string };
}

interface Planned {
  readonly what: 'created' | 'changed' | 'deleted' | 'moved';
  readonly path: string;
  readonly to?: string;
  readonly before?: string;
  readonly after?: string;
}

interface ChangeRequest<R> {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly isDryRun: boolean;
  /** What to say when it is done. */
  say(result: R): string;
}

/** Makes a change and says how to take it back, or shows what it would be. */
export async function change<R extends ChangeAnswer>(
  context: Context,
  { method, params, isDryRun, say }: ChangeRequest<R>,
): Promise<void> {
  const { out, call } = context;
  if (isDryRun) {
    const plan = await call<{ changes: Planned[] }>(method, { ...params, dry_run: true });
    if (out.isJson) out.json(plan);
    else await showPlan(context, plan.changes);
    return;
  }
  const result = await call<R>(method, params);
  const step = result.step ?? result.undo_id ?? result.result?.undo_id;
  const undo = out.style.dim(`Undo with: vaultd undo ${step}`);
  if (out.isJson) out.json(result);
  else out.say(step === undefined ? 'Nothing had to change.' : `${say(result)} ${undo}`);
}

async function showPlan(context: Context, changes: readonly Planned[]): Promise<void> {
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
