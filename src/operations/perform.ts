import type * as z from 'zod';
import type { Operation } from './operation.ts';
import type { Session } from './sessions.ts';

/** Runs an operation and gives its output its type back. Throws `VaultError`. */
export async function perform<In extends z.ZodType, Out extends z.ZodType>(
  session: Session,
  operation: Operation<In, Out>,
  input: z.input<In>,
  signal?: AbortSignal,
): Promise<z.output<Out>> {
  const outcome = await session.dispatch(operation, input, signal);
  if (!outcome.ok) throw outcome.error;
  return operation.output.parse(outcome.output);
}
