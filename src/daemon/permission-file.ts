import { readPrivateJson, writePrivateJson } from '../kit/private-files.ts';
import { isRecord } from '../kit/records.ts';
import type {
  ClientPermissions,
  PermissionStore,
  PermissionsByClient,
} from '../operations/permissions.ts';
import { type Environment, permissionFile } from './places.ts';

/** What the owner has set for clients, in a file that all processes of this user share. */
export function createPermissionFile(env: Environment): PermissionStore {
  const file = permissionFile(env);
  return {
    read: () => readPrivateJson(file, { parse }) ?? {},
    write: (all) => writePrivateJson(file, all),
  };
}

// Every process reads this file at its start, so it is checked by hand: making a schema takes a
// millisecond.
function parse(value: unknown): PermissionsByClient {
  if (isPermissions(value)) return value;
  throw new TypeError('The permissions of clients have another shape.');
}

function isPermissions(value: unknown): value is PermissionsByClient {
  return isRecord(value) && Object.values(value).every(isClientPermissions);
}

function isClientPermissions(value: unknown): value is ClientPermissions {
  if (!isRecord(value)) return false;
  const { read, write, readOnly, approve } = value;
  return (
    [read, write].every((each) => each === undefined || isTexts(each)) &&
    (readOnly === undefined || typeof readOnly === 'boolean') &&
    (approve === undefined || approve === true || isTexts(approve))
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
