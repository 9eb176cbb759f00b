import { readdirSync } from 'node:fs';

/** Every name below a folder, temporary files included. */
export function namesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' });
}
