import { expect, test } from 'vitest';
import { hashOf } from './hash.ts';
import { toVaultId } from './vault-id.ts';

const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('a content is known by the SHA-256 of its bytes', () =>
  expect(hashOf(Buffer.from('abc'))).toBe(ofAbc));

test('a vault keeps its state under the first half of a half, from one version of vaultd to the next', () =>
  expect(toVaultId('abc')).toBe(ofAbc.slice(0, 16)));
