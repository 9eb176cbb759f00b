import { VaultError } from '../../contract/errors.ts';
import { isOwnField, ownMode } from './schemas.ts';
import type { Tool } from './tools.ts';

/** In strict compatibility, what is ours alone is as unknown as anything else. */
export function refuseOwnArguments(
  { name }: Tool,
  raw: Record<string, unknown> = {},
): VaultError | undefined {
  const own = Object.keys(raw).find(isOwnField);
  if (own !== undefined) return unknownArgument(own, `Unrecognized key: "${own}"`);
  if (name === 'obsidian_search_notes' && raw.mode === ownMode) {
    return unknownArgument('mode', 'Invalid option: expected one of "text"|"jsonlogic"');
  }
  return undefined;
}

function unknownArgument(parameter: string, what: string): VaultError {
  return new VaultError('invalid-input', `arguments: ${parameter}: ${what}`, {
    data: { parameter },
  });
}
