import * as z from 'zod';
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
  const title = `**${view.path}** (format: ${view.format})`;
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

function sayFull(view: Extract<NoteView, { format: 'full' }>): string[] {
  const { tags, stat, frontmatter, outgoingLinks = [], content } = view;
  const properties = Object.entries(frontmatter);
  return [
    `*Tags:* ${tags.length === 0 ? '(none)' : tags.join(', ')}`,
    `*Stat:* ctime=${stat.ctime} mtime=${stat.mtime} size=${stat.size}`,
    ...(properties.length === 0
      ? []
      : [
          '',
          '**Frontmatter**',
          ...properties.map(([key, value]) => `- \`${key}\`: ${sayValue(value)}`),
        ]),
    ...(outgoingLinks.length === 0
      ? []
      : [
          '',
          `**Outgoing links (${outgoingLinks.length})**`,
          ...outgoingLinks.map(({ type, target }) => `- [${type}] ${target}`),
        ]),
    '',
    '**Content**',
    content,
  ];
}

function saySection(view: Extract<NoteView, { format: 'section' }>): string[] {
  const { section, sectionTarget, candidates, valueText, valueJson } = view;
  return [
    `*Section:* ${section.type} → ${section.target}`,
    ...(sectionTarget === undefined ? [] : [`*Resolved:* ${sectionTarget}`]),
    ...(candidates === undefined ? [] : [`*Candidates:* ${candidates.join(', ')}`]),
    '',
    '**Value:**',
    valueText ?? sayJson(valueJson),
  ];
}

function sayJson(value: unknown): string {
  return value === null || value === undefined ? '(empty)' : JSON.stringify(value, null, 2);
}
