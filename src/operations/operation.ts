import type * as z from 'zod';
import type { Access, Caller, Protocol } from '../contract/callers.ts';
import type { ErrorCode, VaultError } from '../contract/errors.ts';
import type { ReportProgress } from '../contract/progress.ts';
import type { SessionRef } from '../contract/workspace.ts';
import type { View } from '../engine/view.ts';
import type { Clients } from './clients.ts';
import type { DaemonFacts, ListedVault } from './daemon-facts.ts';

/** One request: the engine as this caller may see it, and when to give up. */
export interface Call extends View {
  readonly caller: Caller;
  /** Whose call it is. What a call leaves behind in the workspace goes when the session ends. */
  readonly session: SessionRef;
  /** Who else is connected. */
  readonly sessions: Clients;
  /** The daemon around all this. Throws where none is running. */
  daemon(): DaemonFacts;
  /** The vaults that are served here, also those that could not be opened. */
  listVaults(): Promise<readonly ListedVault[]>;
  readonly signal: AbortSignal;
  /** Reports a refusal of one thing of many that were asked for: the call itself does not fail. */
  reportDenied(operation: string, error: VaultError): void;
  /** Called with how far a change of many files is. */
  readonly progress: ReportProgress;
}

/** Something a caller can ask for. Declared once; protocols only translate. */
export interface Operation<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly access: Access;
  /** What this operation is called at each protocol that serves it. */
  readonly at: Readonly<Partial<Record<Protocol, string>>>;
  readonly input: In;
  /** Members that hold bytes are Buffers here; each protocol encodes them its own way. */
  readonly output: Out;
  /** Beyond the failures any operation may have. */
  readonly fails?: readonly ErrorCode[];
  run(call: Call, input: z.output<In>): Promise<z.output<Out>> | z.output<Out>;
  /** The result as prose, for protocols that show text. */
  say?(output: z.output<Out>): string;
  /** The same in a few lines, for protocols that send the data with it; what it says is cut else. */
  brief?(output: z.output<Out>): string;
}

/** Only infers types, names at the protocols included: a declaration is plain data. */
export function defineOperation<
  In extends z.ZodType,
  Out extends z.ZodType,
  const At extends Operation['at'],
>(operation: Operation<In, Out> & { readonly at: At }): Operation<In, Out> & { readonly at: At } {
  return operation;
}
