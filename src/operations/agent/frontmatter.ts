import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import {
  deleteProperty,
  readProperties,
  setProperty,
} from '../../engine/text/edit/yaml/frontmatter.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';
import { oneLine, toOneLine } from '../../kit/one-line.ts';
import { type Call, defineOperation } from '../operation.ts';
import { changeIfNeeded, changeNote } from './change.ts';
import { saySize, sayTrace, sayValue } from './say.ts';
import { changeFails, expectedHash, sizes, target, trace } from './shapes.ts';
import { requireFile, requireTarget, resolveTarget } from './target.ts';

const changed = {
  path: z.string(),
  key: z.string(),
  frontmatter: z.record(z.string(), z.unknown()),
  ...sizes,
  ...trace,
};

const result = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('get'),
    path: z.string(),
    key: z.string(),
    exists: z.boolean(),
    value: z.unknown().describe('null when the property is absent.'),
  }),
  z.object({ operation: z.literal('set'), ...changed }),
  z.object({ operation: z.literal('delete'), ...changed }),
]);
type Result = z.output<typeof result>;

const input = z.strictObject({
  operation: z.enum(['get', 'set', 'delete']),
  target,
  key: z.string().min(1),
  value: z.unknown().optional().describe('For "set": any JSON value.'),
  expectedHash,
});

export const agentFrontmatter = defineOperation({
  name: 'agent.frontmatter',
  summary:
    'Get, set or delete one property (frontmatter key) of a note. For many notes use obsidian_edit_notes.',
  access: 'write',
  at: { mcp: 'obsidian_manage_frontmatter', local: 'ManageProperty', web: 'agent.frontmatter' },
  input,
  output: z.object({ result }),
  fails: changeFails,

  async run(call, input) {
    const { operation } = input;
    if (operation === 'get') return { result: await get(call, input) };
    return { result: await change(call, input, operation) };
  },
  say: ({ result }) => say(result),
});

type Input = z.output<typeof input>;

async function get(call: Call, { target, key }: Input): Promise<Result> {
  const path = await resolveTarget(call, target);
  await requireFile(call, path, `Not found: ${path}`);
  const { text } = await call.notes.read(path);
  const values = scanNote(text).frontmatter?.values ?? {};
  const exists = Object.hasOwn(values, key);
  return { operation: 'get', path, key, exists, value: exists ? values[key] : null };
}

async function change(
  call: Call,
  { target, key, value, expectedHash }: Input,
  operation: 'set' | 'delete',
): Promise<Result> {
  if (operation === 'set' && value === undefined) {
    throw new VaultError('invalid-input', 'The operation "set" needs a value.', {
      reason: 'value-required',
      hint: 'Pass value: any JSON value, null included.',
      data: { operation },
    });
  }
  const path = await requireTarget(call, target);
  const options = { expectedHash, why: `${operation} ${key} of ${path}` };
  const edit = (text: string) =>
    withProperties(operation === 'set' ? setProperty(text, key, value) : deleteProperty(text, key));
  const apply = operation === 'set' ? changeNote : changeIfNeeded;
  const { result, ...changed } = await apply(call, path, edit, options);
  return { operation, path, key, frontmatter: result.frontmatter, ...changed };
}

function withProperties(text: string) {
  return { text, frontmatter: { ...readProperties(text) } };
}

function say(result: Result): string {
  const title = oneLine`**Frontmatter ${result.operation} \`${result.key}\` in ${result.path}**`;
  if (result.operation === 'get') {
    return [title, `*Exists:* ${result.exists}`, '*Value:*', sayFound(result)].join('\n');
  }
  const lines = Object.entries(result.frontmatter).map(
    ([key, value]) => `${oneLine`- \`${key}\``}: ${sayValue(value)}`,
  );
  return [
    title,
    saySize(result),
    ...sayTrace(result),
    '',
    `**Frontmatter (${lines.length} keys after change)**`,
    ...(lines.length === 0 ? ['_(empty)_'] : lines),
  ].join('\n');
}

function sayFound({ exists, value }: { exists: boolean; value?: unknown }): string {
  if (!exists) return '_(absent)_';
  return typeof value === 'string' ? toOneLine(value) : `\`${JSON.stringify(value)}\``;
}
