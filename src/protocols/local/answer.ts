import { isUtf8 } from 'node:buffer';
import type { ReportProgress } from '../../contract/progress.ts';
import type { ClientSessions } from '../../operations/client-sessions.ts';
import { servedAt } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import type { DryRun, ServedVault } from '../../operations/sessions.ts';
import { RpcError, rpcCodes } from './client/errors.ts';
import { toRpcError } from './errors.ts';
import { toOperationNames, toWireNames } from './names.ts';
import { describeSettings, describeVault, type VaultHost } from './vaults.ts';

type PlannedChange = DryRun['changes'][number];

/** One method of the protocol. Throws `RpcError`. */
export type Method = (
  params: Readonly<Record<string, unknown>>,
  client: ClientSessions,
  signal: AbortSignal,
  progress?: ReportProgress,
) => unknown;

/** Every method that is about vaults, by name. The same table serves the socket and the process itself. */
export function createMethods(host: VaultHost): ReadonlyMap<string, Method> {
  const methods = new Map<string, Method>();
  for (const [name, operation] of servedAt('local')) {
    if (operation.access === 'read' || !host.isReadOnly) {
      methods.set(name, toMethod(operation, host));
    }
  }
  methods.set('ListVaults', (_params, client) =>
    Promise.all(host.vaults.map((vault) => describeVault(vault, client))),
  );
  methods.set('GetVault', async ({ vault: name }, client) => {
    const vault = pickVault(host, name);
    const description = await describeVault(vault, client);
    return { ...description, settings: await describeSettings(client.of(vault)) };
  });
  return methods;
}

function toMethod(operation: Operation, host: VaultHost): Method {
  const fromWire = toOperationNames(operation.input);
  const toWire = toWireNames(operation.output);
  return async ({ vault: name, dry_run: isDryRun, ...params }, client, signal, progress) => {
    const session = client.of(pickVault(host, name));
    const input = fromWire(params);
    if (isDryRun === true && operation.access === 'write') {
      const { outcome, changes } = await session.dryRun(operation, input, signal);
      if (!outcome.ok) throw toRpcError(outcome.error);
      return { dry_run: true, changes: changes.map(describeChange) };
    }
    const outcome = await session.dispatch(operation, input, signal, progress);
    if (!outcome.ok) throw toRpcError(outcome.error);
    return toWire(outcome.output);
  };
}

function describeChange({ what, path, to, before, after }: PlannedChange): Record<string, unknown> {
  const isText = [before, after].every((bytes) => bytes === undefined || isUtf8(bytes));
  return {
    what,
    path,
    ...(to !== undefined && { to }),
    ...(isText && before && { before: before.toString('utf8') }),
    ...(isText && after && { after: after.toString('utf8') }),
  };
}

/** By name or id; the only vault need not be named. */
export function pickVault({ vaults }: Pick<VaultHost, 'vaults'>, name: unknown): ServedVault {
  if (name === undefined || name === null) {
    const [only, ...others] = vaults;
    if (only !== undefined && others.length === 0) return only;
    throw new RpcError(rpcCodes.invalidParams, 'vault is required', {
      reason: 'vault-required',
      vaults: vaults.map((vault) => vault.name),
    });
  }
  const found = vaults.find((vault) => vault.name === name || vault.id === name);
  if (found !== undefined) return found;
  throw new RpcError(rpcCodes.vaultNotFound, `No vault ${JSON.stringify(name)} is served.`, {
    reason: 'vault-not-found',
    vaults: vaults.map((vault) => vault.name),
  });
}
