import type { PathPolicy } from '../../contract/callers.ts';
import { writeInstructions } from './instructions.ts';
import type { McpOptions } from './options.ts';

/** What the server says about itself. Pure data: the front answers with it before the rest is loaded. */
export function serverIdentity({
  version,
  policy,
  options,
}: {
  version: string;
  policy: PathPolicy;
  options: Pick<McpOptions, 'commands' | 'strict'>;
}) {
  return {
    info: { name: 'vaultd', title: 'vaultd', version },
    capabilities: {
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      logging: {},
    },
    instructions: writeInstructions({ policy, ...options }),
  };
}
