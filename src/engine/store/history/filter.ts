import type { Protocol } from '../../../contract/callers.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import { pathsOfOp, type Step } from '../journal/record.ts';

/** Which steps are wanted; what is absent or null does not count. */
export interface StepFilter {
  /** Steps that touched this path or something below it. */
  readonly path?: VaultPath | null | undefined;
  readonly protocol?: Protocol | null | undefined;
  readonly client?: string | null | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Steps whose ids come before this one. */
  readonly before?: string | null | undefined;
}

/** True for a step that happened and is meant. */
export function fits(
  step: Step,
  { path, protocol, client, since, until, before }: StepFilter,
): boolean {
  return (
    step.outcome !== 'aborted' &&
    (before == null || step.id < before) &&
    (protocol == null || step.protocol === protocol) &&
    (client == null || step.client === client) &&
    (since === undefined || step.at >= since) &&
    (until === undefined || step.at <= until) &&
    (path == null || step.ops.some((op) => pathsOfOp(op).some((each) => touches(each, path))))
  );
}

/** A moved folder touches what is below it, too. */
function touches(each: VaultPath, path: VaultPath): boolean {
  return each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`);
}
