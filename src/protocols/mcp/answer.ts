import type { CallToolResult } from '@modelcontextprotocol/server';
import { newId } from '../../kit/ids.ts';
import { toRecord } from '../../kit/records.ts';
import type { Outcome } from '../../operations/dispatch.ts';
import type { Operation } from '../../operations/operation.ts';
import { type McpWireError, sayError, toMcpWireError } from './errors.ts';
import { withoutOwnFields } from './schemas.ts';

/** What a tool did, as a client gets it: data, and the same in words. */
export function toResult(
  { operation }: { readonly operation: Operation },
  outcome: Outcome,
  strict: boolean,
): CallToolResult {
  if (!outcome.ok) return toErrorResult(toMcpWireError(outcome.error, newId()));
  const output = strict ? dropOwnFields(outcome.output) : outcome.output;
  const text = operation.say?.(output) ?? JSON.stringify(output, null, 2);
  const more = sayEnrichment(output);
  return {
    content: [
      { type: 'text', text },
      ...(more === '' ? [] : [{ type: 'text' as const, text: more }]),
    ],
    structuredContent: toRecord(output),
  };
}

export function toErrorResult(error: McpWireError): CallToolResult {
  return {
    content: [{ type: 'text', text: sayError(error) }],
    structuredContent: { error },
    isError: true,
  };
}

export function unknownTool(name: string): CallToolResult {
  const text = `MCP error -32602: Tool ${name} not found`;
  return { content: [{ type: 'text', text }], isError: true };
}

/** Fields that go beyond the result itself are also told in a block of their own. */
function sayEnrichment(output: unknown): string {
  const { effectiveQuery, notice } = toRecord(output);
  const lines = [
    ...(effectiveQuery === undefined ? [] : [`Query: ${effectiveQuery}`]),
    ...(notice === undefined ? [] : [`> ${notice}`]),
  ];
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

function dropOwnFields(output: unknown): unknown {
  const { result, ...rest } = toRecord(withoutOwnFields(output));
  return result === undefined ? rest : { ...rest, result: withoutOwnFields(result) };
}
