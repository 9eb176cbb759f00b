// Builds and runs the benchmarks: all of them, or those that are named.
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';
import { runBuilt } from './run-built.mjs';

try {
  installPackages(fileURLToPath(new URL('../bench', import.meta.url)), '--ignore-scripts');
} catch {
  process.stderr.write(
    'The peers cannot be installed; what is measured beside them is left out.\n',
  );
}
await runBuilt('bench');
