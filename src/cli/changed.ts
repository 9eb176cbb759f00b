import type { Context } from './context.ts';

/** What every change answers: the step to undo, unless nothing had to change. */
export interface Changed {
  readonly step?: string;
}

/** Says what was done and how to take it back. */
export function sayChanged({ out }: Context, result: Changed, sentence: string): void {
  const undo = out.style.dim(`Undo with: vaultd undo ${result.step}`);
  if (out.isJson) out.json(result);
  else out.say(result.step === undefined ? 'Nothing had to change.' : `${sentence} ${undo}`);
}
