import { z } from 'zod';
import { operations } from '../src/operations/index.ts';
import type { Operation } from '../src/operations/operation.ts';

/** Every operation with its names at the protocols, its input and its failures. */
export function toOperationsPage(): string {
  return `# Operations

Everything that vaultd can do. \`npm run gen\` generates this page from the declarations.

${operations.map(toSection).join('\n')}`;
}

function toSection({ name, summary, access, at, input, fails = [] }: Operation): string {
  const names = Object.entries(at).map(([protocol, called]) => `${protocol}: \`${called}\``);
  return `## ${name}

${summary}

Needs ${access} access. ${names.length > 0 ? `At the protocols: ${names.join(', ')}. ` : ''}${
    fails.length > 0 ? `May fail with ${fails.map((code) => `\`${code}\``).join(', ')}.` : ''
  }

${toParameters(input)}`;
}

export function toParameters(input: z.ZodType, spell = (name: string) => name): string {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const { properties = {}, required = [] } = schema;
  const rows = Object.entries(properties).map(([key, value]) => {
    const shape = typeof value === 'boolean' ? {} : value;
    const needed = required.includes(key) ? 'yes' : '';
    return `| \`${spell(key)}\` | ${toType(shape)} | ${needed} | ${shape.description ?? ''} |`;
  });
  if (rows.length === 0) return 'No parameters.\n';
  return `| parameter | type | required | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

function toType(shape: z.core.JSONSchema.BaseSchema): string {
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${value}\``).join(' or ');
  if (shape.const !== undefined) return `\`${shape.const}\``;
  const options = shape.anyOf ?? shape.oneOf;
  const names =
    options === undefined
      ? [shape.type ?? 'any'].flat()
      : options.map((option) => (typeof option === 'boolean' ? 'any' : toType(option)));
  // A null counts as absent everywhere, so it is not worth a word.
  return [...new Set(names)].filter((name) => name !== 'null').join(' or ');
}
