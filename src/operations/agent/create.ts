import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { nameOf, type VaultPath } from '../../contract/paths.ts';
import { periods } from '../../engine/app/periodic/settings.ts';
import { oneLine } from '../../kit/one-line.ts';
import { appendText } from '../add-text.ts';
import { fillNoteTemplate, listNoteTemplates, readTemplate } from '../bundle/templates.ts';
import { startOfPeriodic } from '../note/periodic-start.ts';
import { type Call, defineOperation } from '../operation.ts';
import { changeNote } from './change.ts';
import { saySize, sayTrace } from './say.ts';
import { changeFails, sizes, trace } from './shapes.ts';
import { resolveTarget, statFile } from './target.ts';

const input = z.strictObject({
  period: z.enum(periods).optional().describe('The periodic note.'),
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional()
    .meta({ format: 'date' }),
  template: z.string().optional().describe('With "path". Both left out: lists the templates.'),
  path: z.string().optional().describe('Where the note goes.'),
  content: z.string().default('').describe('Added at the end.'),
});
type Input = z.output<typeof input>;

export const agentCreate = defineOperation({
  name: 'agent.create',
  summary:
    'Make a note from a template, or add to the daily, weekly or other periodic note, which is made from its template if it is missing. Without a template use obsidian_write_note.',
  access: 'write',
  at: { mcp: 'obsidian_create_note', web: 'agent.create' },
  input,
  output: z.object({
    path: z.string().optional(),
    created: z.boolean().optional(),
    templates: z.array(z.string()).optional().describe('Names of templates.'),
    previousSizeInBytes: sizes.previousSizeInBytes.optional(),
    currentSizeInBytes: sizes.currentSizeInBytes.optional(),
    ...trace,
  }),
  fails: ['already-exists', ...changeFails, 'unavailable'],

  async run(call, input) {
    if (input.period !== undefined) return addToPeriodic(call, input, input.period);
    const { template, path } = input;
    if (template !== undefined && path !== undefined) {
      return createFrom(call, template, path, input.content);
    }
    if (template !== undefined || path !== undefined) throw needsBoth();
    return { templates: (await listNoteTemplates(call)).map(({ name }) => name) };
  },
  say: ({ path = '', created, templates, previousSizeInBytes, currentSizeInBytes, ...traces }) =>
    templates === undefined
      ? [
          oneLine`**${created ? 'Created' : 'Added to'} ${path}**`,
          saySize({
            previousSizeInBytes: previousSizeInBytes ?? 0,
            currentSizeInBytes: currentSizeInBytes ?? 0,
          }),
          ...sayTrace(traces),
        ].join('\n')
      : [`**${templates.length} templates**`, ...templates.map((name) => oneLine`- ${name}`)].join(
          '\n',
        ),
});

async function createFrom(call: Call, template: string, asked: string, content: string) {
  const path = await resolveTarget(call, { type: 'name', name: asked });
  if (statFile(call, path)) throw noteExists(path);
  const title = nameOf(path).replace(/\.md$/i, '');
  const { text } = await readTemplate(call, template);
  const filled = withContent(await fillNoteTemplate(call, text, title), content);
  return make(call, path, () => filled, `create ${path} from ${template}`);
}

async function addToPeriodic(
  call: Call,
  { date, content }: Input,
  period: NonNullable<Input['period']>,
) {
  const path = await call.periodic.expected(period, date);
  call.policy.requireRead(path);
  const start = statFile(call, path) ? '' : await startOfPeriodic(call, period, path);
  const add = (text: string) => withContent(text === '' ? start : text, content);
  return make(call, path, add, `add to the ${period} note ${path}`);
}

async function make(call: Call, path: VaultPath, edit: (text: string) => string, why: string) {
  const created = !statFile(call, path);
  const toText = (text: string) => ({ text: edit(text) });
  const { result: _, ...changed } = await changeNote(call, path, toText, { why, create: true });
  return { path, created, ...changed };
}

function withContent(text: string, content: string): string {
  return content === '' ? text : appendText(text, content);
}

function noteExists(path: VaultPath): VaultError {
  return new VaultError('already-exists', `Note '${path}' already exists.`, {
    path,
    reason: 'file-exists',
    hint: 'Choose another path.',
  });
}

function needsBoth(): VaultError {
  return new VaultError('invalid-input', 'A note from a template needs "template" and "path".', {
    hint: 'Without either, this tool lists the templates.',
  });
}
