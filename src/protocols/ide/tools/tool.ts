import type { z } from 'zod';
import type { Peer } from '../peer.ts';

export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
}

/** Something a client can call. Unknown arguments are ignored, so that a newer client still works. */
export interface Tool<Args extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly args: Args;
  call(peer: Peer, args: z.output<Args>, signal: AbortSignal): Promise<ToolResult>;
}

/** Only infers types: a declaration is plain data. */
export function defineTool<Args extends z.ZodType>(tool: Tool<Args>): Tool<Args> {
  return tool;
}

export function say(...texts: readonly string[]): ToolResult {
  return { content: texts.map((text) => ({ type: 'text', text })) };
}

export function sayJson(value: unknown): ToolResult {
  return say(JSON.stringify(value, undefined, 2));
}

export function sayError(text: string): ToolResult {
  return { ...say(text), isError: true };
}
