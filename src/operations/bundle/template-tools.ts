import * as z from 'zod';
import { joinPath, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import { appendText } from '../add-text.ts';
import type { Call } from '../operation.ts';
import { parseNewName } from './new-path.ts';
import { fillNoteTemplate, listNoteTemplates, readTemplate } from './templates.ts';
import { defineVaultTool } from './tool.ts';

export const bundleListTemplates = defineVaultTool({
  name: 'listTemplates',
  summary: 'The templates of the vault.',
  access: 'read',
  input: {},
  output: z.object({ templates: z.array(z.object({ name: z.string(), path: z.string() })) }),
  run: async (call) => ({ templates: await listNoteTemplates(call) }),
});

export const bundleReadTemplate = defineVaultTool({
  name: 'readTemplate',
  summary: 'Read a template, as it is or with its variables filled in.',
  access: 'read',
  input: {
    template: z.string().min(1).describe('The name of the template.'),
    title: z.string().optional().describe('The title to fill in.'),
    resolve: z.boolean().default(false).describe('Fill the variables in.'),
  },
  output: z.object({ name: z.string(), path: z.string(), content: z.string() }),
  async run(call, _host, { template, title, resolve }) {
    const { name, path, text } = await readTemplate(call, template);
    const content = resolve ? await fillNoteTemplate(call, text, title ?? name) : text;
    return { name, path, content };
  },
});

export const bundleCreateUniqueNote = defineVaultTool({
  name: 'createUniqueNote',
  summary: 'Create a note whose name begins with the time, as the unique note creator does.',
  access: 'write',
  input: {
    name: z.string().optional().describe('Follows the time in the name.'),
    content: z.string().optional().describe('Text of the note, as Markdown.'),
  },
  output: z.object({ path: z.string(), created: z.literal(true), etag: z.string() }),
  async run(call, _host, { name = '', content = '' }) {
    const { folder, format, template } = (await call.listed()).settings.uniqueNotes;
    const stamp = await call.periodic.stamp(format);
    const title = parseNewName(name === '' ? stamp : `${stamp} ${name}`);
    const parent = parseVaultPath(folder.replace(/^\/+|\/+$/g, ''));
    const start = template === '' ? '' : (await readTemplate(call, template)).text;
    const text = appendText(await fillNoteTemplate(call, start, title), content);
    const path = freePath(call, parent, title);
    const options = { expect: { absent: true }, signal: call.signal, why: `create ${path}` };
    const { hash = '' } = await call.vault.write(path, Buffer.from(text), options);
    return { path, created: true as const, etag: hash };
  },
});

/** Two notes within the same minute get names of their own. */
function freePath({ vault }: Call, folder: VaultPath, title: string): VaultPath {
  let path = joinPath(folder, `${title}.md`);
  for (let number = 2; vault.stat(path) !== undefined; number++) {
    path = joinPath(folder, `${title} ${number}.md`);
  }
  return path;
}
