import { z } from 'zod';
import { servedAt } from '../src/operations/index.ts';
import type { Operation } from '../src/operations/operation.ts';
import { toSnake } from '../src/protocols/local/names.ts';
import { toParameters } from './operations-page.ts';

/** The operations as the local wire spells them. */
export function toLocalMethodsPage(): string {
  const methods = [...servedAt('local')].sort(([a], [b]) => (a < b ? -1 : 1));
  return `# Methods of the local wire

The methods for vaults and notes on the [local wire](local-wire.md). \`npm run gen\` generates this page. Every method also takes \`vault\`, which is optional if only one vault is served. In read-only mode, methods that need write access are not available.

${methods.map(toSection).join('\n')}`;
}

function toSection([name, { summary, access, input, output }]: [string, Operation]): string {
  const members = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }).properties ?? {};
  const result = Object.keys(members).map((member) => `\`${toSnake(member)}\``);
  return `## ${name}

${summary} Needs ${access} access.

${toParameters(input, toSnake)}
${result.length > 0 ? `Result: ${result.join(', ')}.\n` : ''}`;
}
