import { VaultError } from '../../contract/errors.ts';

/** Over HTTP a token may be for some tools and resources only. Without a token there are no scopes. */
export function refuseScope(
  scopes: readonly string[] | undefined,
  needed: string,
): VaultError | undefined {
  if (scopes === undefined || scopes.includes(needed) || scopes.includes('*')) return undefined;
  return new VaultError('forbidden', 'The token does not allow this.', {
    reason: 'scope-missing',
    hint: 'Ask for a token with more scopes.',
  });
}
