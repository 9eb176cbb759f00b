import { VaultError } from '../../contract/errors.ts';

export function unknownClient(id: string): VaultError {
  return new VaultError('not-found', `No client ${id} is connected.`, {
    hint: 'It may have gone by now. List the clients again.',
  });
}
