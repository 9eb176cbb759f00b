import * as z from 'zod';
import { bundleLimits } from '../../contract/bundle-limits.ts';
import { VaultError } from '../../contract/errors.ts';
import { alreadyExists } from '../../contract/path-errors.ts';
import { nameOf, type VaultPath } from '../../contract/paths.ts';
import type { AppHost } from '../../engine/app/hosts/host.ts';
import { appendText } from '../add-text.ts';
import { changeNote } from '../agent/change.ts';
import { requireNewPath } from '../new-name.ts';
import type { Call } from '../operation.ts';
import { parseNewPath, requireLength, withNoteEnding } from './new-path.ts';
import { fillNoteTemplate, readTemplate } from './templates.ts';
import { isFile, throughApp } from './through-app.ts';
import { defineVaultTool, type Host } from './tool.ts';

export const bundleCreate = defineVaultTool({
  name: 'create',
  summary:
    'Create a new note in the vault. Missing folders are made. A note that is already there is replaced only with overwrite.',
  access: 'write',
  input: {
    name: z
      .string()
      .meta({ minLength: 1, maxLength: bundleLimits.nameLengthMax })
      .describe('Name of the new note without .md, or its exact path.'),
    path: z.string().optional().describe('Folder for the note, when name is a bare name.'),
    content: z.string().optional().describe('Text of the note, as Markdown.'),
    template: z
      .string()
      .min(1)
      .optional()
      .describe('Name of a template to start from; content follows after it.'),
    overwrite: z.boolean().default(false).describe('Replace a note that is already there.'),
    open: z.boolean().default(false).describe('Show the note in the app, if it runs.'),
  },
  output: z.object({
    path: z.string(),
    created: z.boolean(),
    overwritten: z.boolean(),
    opened: z.boolean(),
    size: z.int(),
    etag: z.string(),
  }),
  fails: ['already-exists', 'invalid-input', 'is-a-folder', 'not-a-folder'],
  async run(call, host, { name, path: folder, content = '', template, overwrite, open }) {
    const path = await placeOf(call, name.trim(), folder);
    call.policy.requireWrite(path);
    requireNewPath(call, path);
    if (host !== undefined && template !== undefined && !overwrite) {
      await createInApp(call, host, path, template);
      const added = await addContent(call, path, content);
      const opened = open && (await show(call, host, path));
      return { path, created: true, overwritten: false, opened, ...added };
    }
    const text = template === undefined ? content : await startFrom(call, path, template, content);
    const bytes = Buffer.from(text);
    let overwritten = false;
    const make = (old: Buffer | undefined): Buffer => {
      overwritten = old !== undefined;
      return bytes;
    };
    const options = { expect: { absent: !overwrite }, signal: call.signal, why: `create ${path}` };
    const { hash = '' } = await call.vault.write(path, make, options);
    const opened = open && (await show(call, host, path));
    return { path, created: !overwritten, overwritten, opened, size: bytes.length, etag: hash };
  },
});

/** Where a new note goes: a path is taken as it is, a bare name goes to the folder for new notes. */
async function placeOf(call: Call, name: string, folder: string | undefined): Promise<VaultPath> {
  requireLength(name);
  const isPath = name.includes('/') || /\.md$/i.test(name);
  if (isPath && folder !== undefined) throw twoPlaces();
  // The name itself must be fit, not only what it becomes with its ending.
  parseNewPath(name);
  const file = withNoteEnding(name);
  if (isPath) return parseNewPath(file);
  const parent = folder?.replace(/\/$/, '') ?? newNoteFolder(call);
  return parseNewPath(parent === '' ? file : `${parent}/${file}`);
}

/** There is no current note here, so a vault that wants new notes in its folder has them at the root. */
function newNoteFolder({ settings }: Call): string {
  const app: Record<string, unknown> = { ...Object(settings.read('app.json')) };
  const isFolder = app.newFileLocation === 'folder' && typeof app.newFileFolderPath === 'string';
  return isFolder ? String(app.newFileFolderPath).replace(/^\/+|\/+$/g, '') : '';
}

async function startFrom(
  call: Call,
  path: VaultPath,
  template: string,
  content: string,
): Promise<string> {
  const { text } = await readTemplate(call, template);
  const filled = await fillNoteTemplate(call, text, nameOf(path).replace(/\.[^.]*$/, ''));
  return content === '' ? filled : appendText(filled, content);
}

/** The app knows more variables of templates than we do. It must not find anything at the path. */
async function createInApp(
  call: Call,
  host: AppHost,
  path: VaultPath,
  template: string,
): Promise<void> {
  const { name } = await readTemplate(call, template);
  if (call.vault.stat(path) !== undefined) {
    throw alreadyExists(path);
  }
  await throughApp(
    () => host.create(path, name, call.signal),
    () => isFile(call, path),
  );
}

/** Text never goes through the app: it is put into the file that the app made. */
async function addContent(call: Call, path: VaultPath, content: string) {
  const add = (text: string) => ({
    text: content === '' ? text : appendText(text, content),
  });
  const changed = await changeNote(call, path, add, { why: `create ${path}` });
  return { size: changed.currentSizeInBytes, etag: changed.hash ?? '' };
}

/** The note is made either way; the answer only says whether it is shown. */
async function show(call: Call, host: Host, path: VaultPath): Promise<boolean> {
  if (host === undefined) return false;
  await host.open(path, { newTab: false }, call.signal);
  return true;
}

function twoPlaces(): VaultError {
  return new VaultError(
    'invalid-input',
    'name is already a path from the root of the vault. Leave path out, or give a bare name.',
  );
}
