import type { PathPolicy } from '../../../contract/callers.ts';
import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { isWithin, type VaultPath } from '../../../contract/paths.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { type Op, pathsOfOp } from '../journal/record.ts';
import type { Draft } from '../steps/draft.ts';
import type { StepRequest, Steps } from '../steps/steps.ts';
import { fold } from '../vault/policy.ts';
import type { ProposedChange } from './proposal.ts';
import type { NewProposal } from './proposals.ts';

/** Whether a plan has to wait for a person. */
type NeedsApproval = (ops: readonly Op[], named: readonly VaultPath[]) => boolean;

/**
 * Steps of a caller whose changes have to be accepted first. A plan that needs it becomes a proposal
 * and is never committed, since making the plan fails; any other is made at once.
 */
export function createApprovedSteps(
  steps: Steps,
  rules: PathPolicy,
  propose: (proposal: NewProposal, draft: Draft) => ProposedChange,
): Steps {
  const needsApproval = findNeed(rules);
  if (needsApproval === undefined) return steps;
  return {
    async run(request) {
      const plan = async (draft: Draft) => {
        await request.plan(draft);
        if (needsApproval(draft.ops, request.named ?? [])) throw new Waiting(draft);
      };
      try {
        return await steps.run({ ...request, plan });
      } catch (thrown) {
        if (!(thrown instanceof Waiting)) throw thrown;
        request.signal?.throwIfAborted();
        throw waits(propose(toProposal(request), thrown.draft));
      }
    },
  };
}

/** Ends the planning of a step that may not be made yet. */
class Waiting extends Error {
  constructor(readonly draft: Draft) {
    super();
  }
}

function toProposal({ by, why, undoes }: StepRequest): NewProposal {
  return { by, why: cutText(why, limits.stepWhyLengthMax), ...(undoes && { undoes }) };
}

/** Undefined when nothing has to be accepted. */
export function findNeed(rules: PathPolicy): NeedsApproval | undefined {
  const prefixes: string[] = [];
  for (let each: PathPolicy | undefined = rules; each !== undefined; each = each.within) {
    if (each.approve === true) return (ops) => ops.length > 0;
    prefixes.push(...(each.approve ?? []).map(fold));
  }
  if (prefixes.length === 0) return undefined;
  const isBelow = (path: string) => prefixes.some((prefix) => isWithin(fold(path), prefix));
  const isAbove = (path: string) => prefixes.some((prefix) => isWithin(prefix, fold(path)));
  return (ops, named) => {
    const moves = ops.filter(({ op }) => op !== 'put' && op !== 'mkdir');
    return (
      [...ops.flatMap(pathsOfOp), ...named].some(isBelow) ||
      // What is moved or removed takes everything below it along.
      [...moves.flatMap(pathsOfOp), ...(moves.length > 0 ? named : [])].some(isAbove)
    );
  };
}

function waits({ id, why, ops }: ProposedChange): VaultError {
  const path = ops[0]?.path;
  return new VaultError(
    'forbidden',
    `Nothing has changed yet: "${why}" waits for the user's approval, as ${id}.`,
    {
      ...(path !== undefined && { path }),
      reason: 'waits-for-approval',
      hint: 'Do not repeat the change. Go on with other work, or ask for the decision later.',
      data: { approval: id },
    },
  );
}
