import { bundleLimits } from '../../contract/bundle-limits.ts';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { isHidden, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import { extensionOf } from '../../engine/knowledge/index/links/names.ts';
import { isKnownExtension } from '../../engine/knowledge/index/note-index.ts';
import { flawOfName } from '../new-name.ts';

/** Kinds of files that are made by name; anything else after a dot belongs to the name. */
const madeKinds = new Set(['md', 'canvas', 'base']);

/** Characters that break links or that other systems do not have in names. */
const forbidden = /[\\:*?"<>|#^[\]]/;

/** A path at which something new may be made, with every name in it fit for other systems too. */
export function parseNewPath(raw: string): VaultPath {
  if (raw === '') throw invalidName(raw, 'it is empty');
  if (raw.startsWith('/') || /^(?:\.\.(?:\/|$))/.test(raw)) throw outside(raw);
  if (isHidden(raw) && !raw.split('/').some((name) => name === '.' || name === '..')) {
    throw hiddenName(raw);
  }
  for (const name of raw.split('/')) requireName(raw, name);
  return parseVaultPath(raw);
}

/** One name in a folder. */
export function parseNewName(raw: string): string {
  if (raw.includes('/')) throw invalidName(raw, 'it has a "/" in it');
  return parseNewPath(raw);
}

/** A name as callers give it to a new note. */
export function requireLength(name: string): void {
  if (name === '') throw invalidName(name, 'it is empty');
  if (name.length > bundleLimits.nameLengthMax) {
    throw invalidName(name, `it is longer than ${bundleLimits.nameLengthMax} characters`);
  }
}

/** The name with `.md`, unless it says that it is something else that can be made. */
export function withNoteEnding(name: string): string {
  return madeKinds.has(extensionOf(name)) ? name : `${name}.md`;
}

/** The new name with the ending of the old one, unless it has an ending of its own. */
export function withEndingOf(source: string, name: string): string {
  if (isKnownExtension(name) || extensionOf(name) === extensionOf(source)) return name;
  const dot = source.lastIndexOf('.');
  return dot > source.lastIndexOf('/') + 1 ? `${name}${source.slice(dot)}` : name;
}

function requireName(raw: string, name: string): void {
  const why = flawOf(name);
  if (why !== undefined) throw invalidName(raw, why);
}

function flawOf(name: string): string | undefined {
  if (name === '') return 'a folder in it has no name';
  if (name === '.' || name === '..') return `"${name}" is not a name`;
  const found = forbidden.exec(name)?.[0];
  if (found !== undefined) return `it has a "${found}"`;
  if (/^ | $/.test(name)) return 'a name in it begins or ends with a space';
  if (name.endsWith('.')) return 'a name in it ends with a dot';
  if (Buffer.byteLength(name) > limits.nameBytesMax) {
    return `a name in it is longer than ${limits.nameBytesMax} bytes`;
  }
  return flawOfName(name);
}

function invalidName(raw: string, why: string): VaultError {
  const shown = raw.length > 80 ? `${raw.slice(0, 80)}…` : raw;
  return new VaultError('invalid-input', `"${shown}" cannot be a name: ${why}.`, {
    reason: 'invalid-name',
    hint: 'Choose another name.',
    data: { name: shown },
  });
}

function hiddenName(raw: string): VaultError {
  return new VaultError(
    'forbidden',
    `"${raw}" is closed: names that begin with a dot are not for notes.`,
    {
      reason: 'path-forbidden',
      hint: 'Choose a folder whose name does not begin with a dot.',
      data: { path: raw },
    },
  );
}

function outside(raw: string): VaultError {
  return new VaultError('path-outside-vault', `"${raw}" is not inside the vault.`, {
    hint: 'Paths begin at the root of the vault, for example "Folder/Note".',
  });
}
