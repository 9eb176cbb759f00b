import * as z from 'zod';
import { cutText } from '../../kit/cut-text.ts';
import { oneLine } from '../../kit/one-line.ts';
import { noteJsonFields } from './json.ts';
import { sayGroup, sayValue } from './say.ts';
import { section, trace } from './shapes.ts';

const common = {
  path: z.string(),
  requestedPath: z.string().optional().describe('What was asked for, when the spelling differs.'),
  hash: trace.hash,
};

export const noteView = z.discriminatedUnion('format', [
  z.object({ format: z.literal('content'), ...common, content: z.string() }),
  z.object({
    format: z.literal('full'),
    ...common,
    ...noteJsonFields,
    outgoingLinks: z
      .array(z.object({ target: z.string(), type: z.enum(['wikilink', 'markdown']) }))
      .optional(),
  }),
  z.object({
    format: z.literal('document-map'),
    ...common,
    headings: z.array(z.string()),
    blocks: z.array(z.string()),
    frontmatterFields: z.array(z.string()),
  }),
  z.object({
    format: z.literal('section'),
    ...common,
    section,
    sectionTarget: z.string().optional().describe('The heading that was read, as its full path.'),
    candidates: z.array(z.string()).optional().describe('All headings that could be meant.'),
    valueText: z.string().optional(),
    valueJson: z.unknown().optional(),
  }),
]);
export type NoteView = z.output<typeof noteView>;

/** A read note as Markdown. */
export function sayNote(view: NoteView): string {
  const title = oneLine`**${view.path}** (format: ${view.format})`;
  switch (view.format) {
    case 'content':
      return `${title}\n\n${view.content}`;
    case 'full':
      return [title, ...sayFull(view)].join('\n');
    case 'document-map':
      return [
        title,
        sayGroup('Headings', view.headings),
        sayGroup(
          'Blocks',
          view.blocks.map((id) => `^${id}`),
        ),
        sayGroup('Frontmatter fields', view.frontmatterFields),
      ].join('\n\n');
    case 'section':
      return [title, ...saySection(view)].join('\n');
  }
}

/** What was read, in a few lines: the data has the rest. */
export function briefNote(view: NoteView): string {
  const title = oneLine`**${view.path}** (format: ${view.format})`;
  switch (view.format) {
    case 'content':
    case 'full':
      return `${title} ${view.content.length} characters: ${showStart(view.content)}`;
    case 'document-map': {
      const { headings, blocks, frontmatterFields } = view;
      return `${title} ${headings.length} headings, ${blocks.length} blocks, ${frontmatterFields.length} properties`;
    }
    case 'section':
      return `${title} ${oneLine`${view.section.type} → ${view.sectionTarget ?? view.section.target}`}: ${showStart(view.valueText ?? sayJson(view.valueJson))}`;
  }
}

/** How much of a text a brief result shows. */
const startLength = 160;

/** The start of a text on one line. */
function showStart(text: string): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), startLength);
}

function sayFull(view: Extract<NoteView, { format: 'full' }>): string[] {
  const { tags, stat, frontmatter, outgoingLinks = [], content } = view;
  const properties = Object.entries(frontmatter);
  return [
    oneLine`*Tags:* ${tags.length === 0 ? '(none)' : tags.join(', ')}`,
    `*Stat:* ctime=${stat.ctime} mtime=${stat.mtime} size=${stat.size}`,
    ...(properties.length === 0
      ? []
      : [
          '',
          '**Frontmatter**',
          ...properties.map(([key, value]) => `${oneLine`- \`${key}\``}: ${sayValue(value)}`),
        ]),
    ...(outgoingLinks.length === 0
      ? []
      : [
          '',
          `**Outgoing links (${outgoingLinks.length})**`,
          ...outgoingLinks.map(({ type, target }) => oneLine`- [${type}] ${target}`),
        ]),
    '',
    '**Content**',
    content,
  ];
}

function saySection(view: Extract<NoteView, { format: 'section' }>): string[] {
  const { section, sectionTarget, candidates, valueText, valueJson } = view;
  return [
    oneLine`*Section:* ${section.type} → ${section.target}`,
    ...(sectionTarget === undefined ? [] : [oneLine`*Resolved:* ${sectionTarget}`]),
    ...(candidates === undefined ? [] : [oneLine`*Candidates:* ${candidates.join(', ')}`]),
    '',
    '**Value:**',
    valueText ?? sayJson(valueJson),
  ];
}

function sayJson(value: unknown): string {
  return value === null || value === undefined ? '(empty)' : JSON.stringify(value, null, 2);
}
