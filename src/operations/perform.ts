import type * as z from 'zod';
import { type MaybeLater, whenThere } from '../kit/maybe-later.ts';
import type { Operation } from './operation.ts';
import type { Session } from './sessions.ts';

/** Runs an operation and gives its output its type back. Throws `VaultError`. */
export async function perform<In extends z.ZodType, Out extends z.ZodType>(
  session: Session,
  operation: Operation<In, Out>,
  input: z.input<In>,
  signal?: AbortSignal,
): Promise<z.output<Out>> {
  return performNow(session, operation, input, signal);
}

/** The same, in this tick where the operation answers at once. */
export function performNow<In extends z.ZodType, Out extends z.ZodType>(
  session: Session,
  operation: Operation<In, Out>,
  input: z.input<In>,
  signal?: AbortSignal,
): MaybeLater<z.output<Out>> {
  return whenThere(session.dispatch(operation, input, signal), (outcome) => {
    if (!outcome.ok) throw outcome.error;
    return outcome.output as z.output<Out>;
  });
}
