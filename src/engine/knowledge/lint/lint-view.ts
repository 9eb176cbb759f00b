import { isNote, type VaultPath } from '../../../contract/paths.ts';
import type { Policy } from '../../store/vault/policy.ts';
import type { Reading } from '../../store/vault/reading.ts';
import type { Finding } from './finding.ts';
import type { Linter, NoteFindings } from './linter.ts';

/** Findings as one caller may see them. Answers keep to a time, with what is found by then. */
export interface LintView {
  /** One file as it is now; undefined when there is none. */
  note(path: VaultPath, budgetMs: number): Promise<Finding[] | undefined>;
  /** Every note with findings, those changed last first. */
  vault(budgetMs: number, signal: AbortSignal): Promise<NoteFindings[]>;
}

export interface LintViewOptions {
  readonly policy: Policy;
  readonly reading: Reading;
  /** Undefined when nothing is known of the vault in that time. */
  linter(budgetMs: number): Promise<Linter | undefined>;
}

export function viewLint({ policy, reading, linter }: LintViewOptions): LintView {
  const mayRead = (path: string) => policy.mayRead(path);
  return {
    async note(path, budgetMs) {
      policy.requireRead(path);
      const isThere = reading.stat(path)?.type === 'file';
      if (!isThere || !isNote(path)) return isThere ? [] : undefined;
      return (await linter(budgetMs))?.note(path, mayRead) ?? [];
    },
    async vault(budgetMs, signal) {
      const startMs = performance.now();
      const found = await linter(budgetMs);
      const leftMs = Math.max(0, budgetMs - (performance.now() - startMs));
      return found?.vault({ mayRead, budgetMs: leftMs, signal }) ?? [];
    },
  };
}
