import { toBundlePage } from './bundle-page.ts';
import { toOperationInputsFile } from './cli-operations.ts';
import { toCliPage } from './cli-page.ts';
import { toDefaultConfigFile } from './config-defaults.ts';
import { toCoveragePage } from './coverage-page.ts';
import { toLocalMethodsPage } from './local-methods-page.ts';
import { toMcpPage } from './mcp-page.ts';
import { toBundleInputsFile, toVaultToolsFile } from './mcp-schemas.ts';
import { toMutantsPage } from './mutants-page.ts';
import { toOperationsPage } from './operations-page.ts';

/** A page of docs/, or a table, that is made from the code. `npm run gen` writes them, a test holds them. */
export interface Page {
  readonly path: string;
  make(): string | Promise<string>;
}

export const pages: readonly Page[] = [
  { path: 'docs/bundle-tools.md', make: toBundlePage },
  { path: 'docs/cli.md', make: toCliPage },
  { path: 'docs/coverage.md', make: toCoveragePage },
  { path: 'docs/local-methods.md', make: toLocalMethodsPage },
  { path: 'docs/mcp-tools.md', make: toMcpPage },
  { path: 'docs/mutants.md', make: toMutantsPage },
  { path: 'docs/operations.md', make: toOperationsPage },
  { path: 'src/cli/operations.generated.json', make: toOperationInputsFile },
  { path: 'src/daemon/config.generated.json', make: toDefaultConfigFile },
  { path: 'src/protocols/mcp/bundle/inputs.generated.json', make: toBundleInputsFile },
  { path: 'src/protocols/mcp/vault/tools.generated.json', make: toVaultToolsFile },
];
