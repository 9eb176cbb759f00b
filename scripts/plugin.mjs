// Says where the built plugin is, and how it gets into a vault. The build itself has run before.
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../dist/plugin', import.meta.url));
process.stdout.write(
  `The plugin is in ${folder}.\nPut it into a vault with: node bin/vaultd plugin install VAULT\n`,
);
