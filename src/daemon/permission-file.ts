import * as z from 'zod';
import { readPrivateJson, writePrivateJson } from '../kit/private-files.ts';
import type { PermissionStore } from '../operations/permissions.ts';
import { type Environment, permissionFile } from './places.ts';

const paths = z.array(z.string()).optional();
const shape = z.record(
  z.string(),
  z.object({
    read: paths,
    write: paths,
    readOnly: z.boolean().optional(),
    approve: z.union([z.literal(true), z.array(z.string())]).optional(),
  }),
);

/** What the owner has set for clients, in a file that all processes of this user share. */
export function createPermissionFile(env: Environment): PermissionStore {
  const file = permissionFile(env);
  return {
    read: () => readPrivateJson(file, shape) ?? {},
    write: (all) => writePrivateJson(file, all),
  };
}
