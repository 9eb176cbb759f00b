import { VaultError } from '../../../contract/errors.ts';
import type { Log } from '../../../kit/log.ts';
import { isRecord } from '../../../kit/records.ts';
import type { Outcome } from '../../../operations/dispatch.ts';
import type { ToolResult } from '../backend.ts';
import { readingOnly, toBundleWireError } from '../errors.ts';
import type { BundleOptions } from '../options.ts';
import { McpError } from '../protocol-error.ts';
import { type ListedTool, Toolset } from '../toolset.ts';
import inputs from './inputs.generated.json' with { type: 'json' };
import { logCall } from './log-call.ts';
import type { BundleTool } from './tools.ts';
import { chooseBundleTools, isClosedForReaders } from './tools.ts';
import { chooseAnyVault, chooseVault, type VaultSlot } from './vaults.ts';

export interface BundleToolsetOptions {
  readonly slots: readonly VaultSlot[];
  readonly options: BundleOptions;
  readonly log: Log;
  /** The other tool set is served too, so every tool has a name that only this set uses. */
  readonly hasOwnNames?: boolean;
}

/** The tools of the bundle. */
export function createBundleToolset({
  slots,
  options,
  log,
  hasOwnNames = false,
}: BundleToolsetOptions): Toolset<BundleTool> {
  const chosen = chooseBundleTools(options);
  return new Toolset({
    tools: hasOwnNames ? chosen.map(toOwnName) : chosen,
    describe,
    toRevision,
    unknown: async (name) => {
      const error = unknownTool(name, options);
      if (error.code === 'forbidden') (await chooseAnyVault(slots)).reportDenied(name, error);
      return toBundleResult({ ok: false, error }, '', options);
    },
    open: ({ isForAll }, { vault }) =>
      isForAll && vault === undefined ? chooseAnyVault(slots) : chooseVault(slots, vault),
    toInput: (tool, args) => ({ input: renameArguments(tool, args) }),
    callMs: ({ name }) => options.toolMs[name] ?? options.callMs,
    callMsVariable: 'OBSIDIAN_TIMEOUT_SECONDS',
    reportsProgress: false,
    toResult: (_, outcome, { revision }) => toBundleResult(outcome, revision, options),
    log: (request, outcome, ms) => logCall(log, request, outcome, ms),
  });
}

/** Two ways to delete behind one name is how a note is lost, so every tool changes its name. */
function toOwnName(tool: BundleTool): BundleTool {
  const rename = (text: string) => text.replace('obsidian_', 'obsidian_bundle_');
  return { ...tool, name: rename(tool.name), scope: rename(tool.scope), also: [] };
}

/** The schemas of arguments, by operations. Making them takes long, so `npm run gen` does it. */
const inputSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = inputs;

/** Models are refused whole requests over a combinator at the top, so a schema is plain properties. */
function describe({ name, title, operation, annotations }: BundleTool): ListedTool {
  const { $schema, ...inputSchema } = inputSchemas[operation.name] ?? {};
  return { name, title, description: operation.summary, inputSchema, annotations };
}

/** Titles and hints came with the second revision. */
function toRevision(tool: ListedTool, revision: string): ListedTool {
  if (revision !== '2024-11-05') return tool;
  const { title, annotations, ...rest } = tool;
  return rest;
}

function renameArguments(
  { alsoTakes }: BundleTool,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const meant = alsoTakes[name];
      return [meant !== undefined && !(meant in args) ? meant : name, value];
    }),
  );
}

/** What a tool did, as the contract wants it: data in a text, or an error. */
function toBundleResult(outcome: Outcome, revision: string, { errors }: BundleOptions): ToolResult {
  if (!outcome.ok) {
    const error = toBundleWireError(outcome.error);
    if (errors === 'protocol') throw new McpError(error);
    const text = JSON.stringify({ success: false, error });
    return { isError: true, content: [{ type: 'text', text }] };
  }
  const { embedded, ...data } = isRecord(outcome.output) ? outcome.output : {};
  const body = { success: true, data };
  const text = { type: 'text' as const, text: JSON.stringify(body) };
  const content = isRecord(embedded) ? [toResource(embedded), text] : [text];
  return { content, ...(revision >= '2025-06-18' && { structuredContent: body }) };
}

/** A file that is not text is a part of its own, before the data. */
function toResource({
  uri,
  mimeType,
  bytes,
}: Record<string, unknown>): ToolResult['content'][number] {
  const blob = Buffer.isBuffer(bytes) ? bytes.toString('base64') : '';
  return { type: 'resource', resource: { uri: String(uri), mimeType: String(mimeType), blob } };
}

function unknownTool(name: string, { readOnly }: BundleOptions): VaultError {
  if (readOnly && isClosedForReaders(name)) {
    return new VaultError('forbidden', 'The server is in read-only mode, so nothing can change.', {
      hint: readingOnly,
      reason: 'read-only',
    });
  }
  return new VaultError('invalid-input', `There is no tool "${name}".`, {
    reason: 'tool-unknown',
    hint: 'List the tools to see which there are.',
    data: { tool: name },
  });
}
