import { existsSync } from 'node:fs';
import { Child, executable } from '../test/support/child.ts';

/** Starts the built `vaultd` and waits until the file is there that shows that it listens. */
export async function startServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  sign: string,
): Promise<Child> {
  const child = new Child(process.execPath, [executable, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await child.until(() => existsSync(sign), `vaultd ${args[0]} to listen`);
  return child;
}
