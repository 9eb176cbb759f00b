import type * as z from 'zod';
import { toVaultError, VaultError } from '../contract/errors.ts';
import type { Call, Operation } from './operation.ts';

export type Outcome =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly error: VaultError };

/**
 * The only way in. Never throws: a protocol must handle both outcomes. An operation that answers at
 * once is answered at once, so that small answers do not wait for another tick.
 */
export function dispatch(
  call: Call,
  operation: Operation,
  raw: unknown,
): Outcome | Promise<Outcome> {
  try {
    requireGrant(call, operation);
    const input = parseInput(operation, raw);
    call.signal.throwIfAborted();
    const output = operation.run(call, input);
    return output instanceof Promise ? output.then(toSuccess, toFailure) : toSuccess(output);
  } catch (thrown) {
    return toFailure(thrown);
  }
}

function toSuccess(output: unknown): Outcome {
  return { ok: true, output };
}

function toFailure(thrown: unknown): Outcome {
  return { ok: false, error: toVaultError(thrown) };
}

function requireGrant({ caller }: Call, { name, access }: Operation): void {
  if (caller.grants.has(access)) return;
  throw new VaultError(
    'forbidden',
    `This client may not use ${name}: it has no ${access} access.`,
    {
      hint: `It has ${[...caller.grants].join(' and ') || 'no'} access.`,
      data: { operation: name, needs: access },
    },
  );
}

/** The input as its schema reads it, or an error that names the member and what it should be. */
export function parseInput<In extends z.ZodType>(
  { name, input }: Pick<Operation<In>, 'name' | 'input'>,
  raw: unknown,
): z.output<In> {
  const parsed = input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // What is wrong with a value is said before what is wrong with a path.
  const issue = issues.find((each) => pathErrorOf(each) === undefined);
  const pathError = issues.map(pathErrorOf).find((error) => error !== undefined);
  if (issue === undefined && pathError !== undefined) throw pathError;
  const where = issue?.path.join('.') ?? '';
  const message = `${name}: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'wrong input'}`;
  throw new VaultError('invalid-input', message, {
    hint: 'Correct the named parameter and send the request again.',
    data: { parameter: where },
  });
}

function pathErrorOf(issue: z.core.$ZodIssue): VaultError | undefined {
  const error = issue.code === 'custom' ? issue.params?.error : undefined;
  return error instanceof VaultError ? error : undefined;
}
