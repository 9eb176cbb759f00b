import { mcpLimits } from '../../../contract/mcp-limits.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { newId } from '../../../kit/ids.ts';
import { oneLine } from '../../../kit/one-line.ts';
import { toRecord } from '../../../kit/records.ts';
import type { Outcome } from '../../../operations/dispatch.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { ToolResult } from '../backend.ts';
import { sayError, toMcpWireError } from '../errors.ts';
import type { McpOptions } from '../options.ts';
import type { ResultForm } from '../result-forms.ts';
import { withoutOwnFields } from '../schemas.ts';

/** How much of a result is said. `contract` is all of it, as data and in words. */
export type ResultStyle = ResultForm | 'contract';

/**
 * Clients that hand a model the text of a result and nothing else, by the names that they give
 * themselves. To all others the data is sent, with a few words.
 */
const textReaders = [/^claude-ai\b/i, /^visual studio code/i, /^windsurf/i, /^zed\b/i, /^chatgpt/i];

/** What a client gets unless it was told otherwise. */
export function styleFor(
  { strict, results }: Pick<McpOptions, 'strict' | 'results'>,
  client: string,
): ResultStyle {
  if (results !== undefined) return results;
  if (strict) return 'contract';
  return textReaders.some((name) => name.test(client)) ? 'text' : 'both';
}

export interface SayOptions {
  readonly style: ResultStyle;
  readonly strict: boolean;
  /** What the client should know about its arguments. */
  readonly notice: string | undefined;
}

/** What a tool did, as a client gets it. Nothing is said twice, unless the contract says so. */
export function toVaultResult(
  operation: Operation,
  outcome: Outcome,
  { style, strict, notice }: SayOptions,
): ToolResult {
  if (!outcome.ok) {
    const error = toMcpWireError(outcome.error, newId());
    const content = toText(sayError(error));
    return { content, ...(style !== 'text' && { structuredContent: { error } }), isError: true };
  }
  const own = strict ? dropOwnFields(outcome.output) : outcome.output;
  const output = withNotice(toRecord(own), notice);
  const content = toText(sayOutput(operation, output, style), sayEnrichment(output, style));
  return style === 'text' ? { content } : { content, structuredContent: output };
}

function sayOutput(operation: Operation, output: unknown, style: ResultStyle): string {
  const say = () => operation.say?.(output) ?? JSON.stringify(output);
  switch (style) {
    case 'contract':
    case 'text':
      return say();
    case 'both':
      return operation.brief?.(output) ?? cutLines(say(), mcpLimits.briefCharsMax);
    case 'structured': {
      const [first = ''] = (operation.brief?.(output) ?? say()).split('\n', 1);
      return cutText(first, mcpLimits.briefCharsMax);
    }
  }
}

/** As many whole lines as there is room for. */
function cutLines(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const lines = text.split('\n');
  let room = lengthMax;
  const [first = '', ...rest] = lines;
  const shown = rest.filter((line) => {
    room -= line.length + 1;
    return room >= first.length;
  });
  return [cutText(first, lengthMax), ...shown, `… ${rest.length - shown.length} more lines`].join(
    '\n',
  );
}

/** Fields that go beyond the result itself also have a block of text of their own. */
function sayEnrichment(output: Readonly<Record<string, unknown>>, style: ResultStyle): string {
  if (style === 'structured') return '';
  const { effectiveQuery, notice } = output;
  const isShort = style === 'both';
  const lines = [
    ...(effectiveQuery === undefined || isShort ? [] : [oneLine`Query: ${effectiveQuery}`]),
    ...(notice === undefined ? [] : [oneLine`> ${notice}`]),
  ];
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

function toText(...texts: readonly string[]): ToolResult['content'] {
  return texts.filter((text) => text !== '').map((text) => ({ type: 'text' as const, text }));
}

function withNotice(
  output: Readonly<Record<string, unknown>>,
  notice: string | undefined,
): Readonly<Record<string, unknown>> {
  if (notice === undefined) return output;
  const said = output.notice === undefined ? notice : `${output.notice} ${notice}`;
  return { ...output, notice: said };
}

function dropOwnFields(output: unknown): unknown {
  const { result, ...rest } = toRecord(withoutOwnFields(output));
  return result === undefined ? rest : { ...rest, result: withoutOwnFields(result) };
}
