import { setTimeout as after } from 'node:timers/promises';
import { bundleLimits } from '../../../contract/bundle-limits.ts';
import { toVaultError, VaultError } from '../../../contract/errors.ts';
import type { Log } from '../../../kit/log.ts';
import type { Outcome } from '../../../operations/dispatch.ts';
import { toReply } from './answer.ts';
import type { BundleToolbox, BundleToolCall, Revision, ToolReply } from './connection.ts';
import { describeTool, type ListedTool } from './describe-tools.ts';
import { logCall } from './log-call.ts';
import type { BundleOptions } from './options.ts';
import type { BundleTool } from './tool.ts';
import { chooseBundleTools, isCalled, isClosedForReaders } from './tools.ts';
import { chooseVault, type VaultSlot } from './vaults.ts';

export interface ToolboxOptions {
  readonly vaults: readonly VaultSlot[];
  readonly options: BundleOptions;
  readonly log: Log;
  /** The other tool set is served too: every name is then one that cannot be mistaken. */
  readonly isBeside?: boolean;
}

/** A toolbox that is here already. */
export interface ReadyToolbox extends BundleToolbox {
  list(revision: Revision): ListedTool[];
}

/** The tools of one client. */
export function createBundleToolbox({
  vaults,
  options,
  log,
  isBeside = false,
}: ToolboxOptions): ReadyToolbox {
  const tools = isBeside ? chooseBundleTools(options).map(putBeside) : chooseBundleTools(options);
  let listed: Required<ListedTool>[] | undefined;
  const run = async (call: BundleToolCall): Promise<Outcome> => {
    const tool = tools.find((each) => isCalled(each, call.name));
    if (tool === undefined) return failed(unknownTool(call.name, options));
    return inTime(options.toolMs[tool.name] ?? options.callMs, tool, call, async (signal) => {
      if (tool.operation.name === vaultsTool && call.arguments.vault === undefined)
        return listVaults(vaults);
      const session = await chooseVault(vaults, call.arguments.vault);
      if (session.caller.client !== call.client) session.identify(call.client);
      return session.dispatch(tool.operation, renameArguments(tool, call.arguments), signal);
    });
  };
  return {
    list(revision) {
      listed ??= tools.map((tool) => describeTool(tool, tool.name));
      return listed.map((tool) => toRevision(tool, revision));
    },
    async call(call): Promise<ToolReply> {
      const started = performance.now();
      const outcome = await run(call);
      logCall(log, call, outcome, performance.now() - started);
      return toReply(outcome, call.revision, options.errors);
    },
  };
}

/** Two ways to delete behind one name is how a note is lost, so every tool changes its name. */
function putBeside(tool: BundleTool): BundleTool {
  return { ...tool, name: tool.name.replace(/^obsidian_/, 'obsidian_bundle_'), also: [] };
}

/** Which vaults there are is known here and nowhere else. */
const vaultsTool = 'bundle.listVaults';

async function listVaults(vaults: readonly VaultSlot[]): Promise<Outcome> {
  const opened = await Promise.allSettled(vaults.map((slot) => slot.open()));
  const listed = vaults.map(({ name }, at) => {
    const found = opened[at];
    return found?.status === 'fulfilled'
      ? { name, id: found.value.id, available: true }
      : { name, available: false };
  });
  return { ok: true, output: { vaults: listed } };
}

/** Titles and hints came with the second revision. */
function toRevision(tool: Required<ListedTool>, revision: Revision): ListedTool {
  if (revision !== '2024-11-05') return tool;
  const { title, annotations, ...rest } = tool;
  return rest;
}

/**
 * Ends a call when its time is up or its client wants no answer. A change that is already being
 * written is finished and told; one that is not will never be.
 */
async function inTime(
  ms: number,
  { operation }: BundleTool,
  { signal: outer }: BundleToolCall,
  run: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const bound = new AbortController();
  const timer = setTimeout(() => bound.abort(tookTooLong(ms)), ms);
  const end = () => bound.abort(outer.reason);
  outer.addEventListener('abort', end);
  const givenUp = new Promise<Outcome>((resolve) => {
    bound.signal.addEventListener('abort', async () => {
      if (operation.access !== 'read')
        await after(bundleLimits.commitMs, undefined, { ref: false });
      resolve(failed(bound.signal.reason));
    });
  });
  try {
    return await Promise.race([run(bound.signal).catch(failed), givenUp]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', end);
  }
}

function failed(thrown: unknown): Outcome {
  return { ok: false, error: toVaultError(thrown) };
}

function renameArguments(
  { alsoTakes }: BundleTool,
  args: BundleToolCall['arguments'],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const meant = alsoTakes[name];
      return [meant !== undefined && !(meant in args) ? meant : name, value];
    }),
  );
}

function unknownTool(name: string, { readOnly }: BundleOptions): VaultError {
  if (readOnly && isClosedForReaders(name)) {
    return new VaultError(
      'forbidden',
      'The server is in read-only mode, so nothing can be changed.',
      {
        hint: 'Switch read-only mode off in its settings to allow changes.',
        reason: 'read-only',
      },
    );
  }
  return new VaultError('invalid-input', `There is no tool "${name}".`, {
    reason: 'tool-unknown',
    hint: 'List the tools to see which there are.',
    data: { tool: name },
  });
}

function tookTooLong(ms: number): VaultError {
  return new VaultError('timed-out', `The call took longer than ${ms / 1000} s and was given up.`, {
    hint: 'Try again, or raise OBSIDIAN_TIMEOUT_SECONDS.',
  });
}
