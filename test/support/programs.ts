import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ran, runToEnd } from './child.ts';

/** Programs of others that tests run against ours, and a Node that is new enough for them. */
const packages = fileURLToPath(new URL('../tools/node_modules', import.meta.url));
const scripts = {
  conformance: '@modelcontextprotocol/conformance/dist/index.js',
  inspector: '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
} as const;

/** False where the network did not let them be installed, or no Node fits this machine. */
export const hasPrograms =
  Object.values(scripts).every((script) => existsSync(join(packages, script))) &&
  findNode() !== undefined;

if (!hasPrograms) {
  process.stderr.write('test/tools is not installed: run `npm test` with the network at hand.\n');
}

/** Runs one of them to its end, in a home of its own. */
export function runProgram(
  name: keyof typeof scripts,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  return runToEnd(findNode() ?? process.execPath, [join(packages, scripts[name]), ...args], {
    env,
  });
}

function findNode(): string | undefined {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const names = existsSync(packages) ? readdirSync(packages) : [];
  return names
    .filter((name) => /^node-(bin-)?(linux|darwin|win)/.test(name))
    .map((name) => join(packages, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
    .find(existsSync);
}
