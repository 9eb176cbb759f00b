import { VaultError } from '../../../contract/errors.ts';
import type { Session } from '../../../operations/sessions.ts';

/** A vault that may have to be opened first, and may not be there at all. */
export interface VaultSlot {
  readonly name: string;
  /** Opens it, or tries again when it could not be opened before. */
  open(): Promise<{ readonly id: string; readonly session: Session }>;
  /** The client has given its name. */
  identify(client: string): void;
}

/** The session that a call is for: by the name or the id of the vault, or the only one there is. */
export async function chooseVault(slots: readonly VaultSlot[], wanted: unknown): Promise<Session> {
  const [only] = slots;
  if (wanted === undefined) {
    if (only === undefined || slots.length > 1) throw vaultRequired(slots);
    return (await only.open()).session;
  }
  const named = slots.filter(({ name }) => name === wanted);
  const [match] = named;
  if (match !== undefined && named.length === 1) return (await match.open()).session;
  const opened = await Promise.allSettled(slots.map((slot) => slot.open()));
  const byId = opened.find((each) => each.status === 'fulfilled' && each.value.id === wanted);
  if (byId?.status === 'fulfilled') return byId.value.session;
  throw named.length > 1 ? vaultRequired(named) : unknownVault(slots, String(wanted));
}

/** The session of a vault that is there, for what is about all of them. */
export async function chooseAnyVault(slots: readonly VaultSlot[]): Promise<Session> {
  const opened = await Promise.allSettled(slots.map((slot) => slot.open()));
  const found = opened.find((each) => each.status === 'fulfilled') ?? opened[0];
  if (found?.status === 'fulfilled') return found.value.session;
  throw found?.reason ?? vaultRequired(slots);
}

function vaultRequired(slots: readonly VaultSlot[]): VaultError {
  const names = slots.map(({ name }) => name);
  return new VaultError(
    'invalid-input',
    `Several vaults are served. Say which one is meant with vault: ${names.join(', ')}.`,
    { reason: 'vault-required', data: { vaults: names } },
  );
}

function unknownVault(slots: readonly VaultSlot[], wanted: string): VaultError {
  const names = slots.map(({ name }) => name);
  return new VaultError('not-found', `There is no vault "${wanted}".`, {
    reason: 'vault-missing',
    hint: `The vaults are: ${names.join(', ')}.`,
    data: { vault: wanted, vaults: names },
  });
}
