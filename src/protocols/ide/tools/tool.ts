import type * as z from 'zod';
import type { IdeCall } from '../call.ts';

export interface IdeToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
}

/** Something a client can call. Unknown arguments are ignored, so that a newer client still works. */
export interface IdeTool<Args extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly args: Args;
  run(call: IdeCall, args: z.output<Args>): Promise<IdeToolResult>;
}

/** Only infers types: a declaration is plain data. */
export function defineTool<Args extends z.ZodType>(tool: IdeTool<Args>): IdeTool<Args> {
  return tool;
}

export function say(...texts: readonly string[]): IdeToolResult {
  return { content: texts.map((text) => ({ type: 'text', text })) };
}

export function sayJson(value: unknown): IdeToolResult {
  return say(JSON.stringify(value, undefined, 2));
}
