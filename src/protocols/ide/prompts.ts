import { lintNote } from '../../operations/knowledge/lint.ts';
import { workspaceGetState } from '../../operations/workspace/state.ts';
import type { IdeCall } from './call.ts';
import { invalidParams } from './errors.ts';

interface Prompt {
  readonly name: string;
  readonly description: string;
  write(call: IdeCall): Promise<string>;
}

const prompts: readonly Prompt[] = [
  {
    name: 'daily',
    description: "Work in today's daily note.",
    async write({ paths: { root } }) {
      const today = new Date().toLocaleDateString('sv-SE');
      return `Open today's daily note (${today}) of the vault in ${root}. Its folder, name format and template are in .obsidian/daily-notes.json; without that file it is ${today}.md in the root. Create it from the template if it is missing, then ask me what to write.`;
    },
  },
  {
    name: 'backlinks',
    description: 'Notes that link to the active note.',
    async write(call) {
      const note = await activeNote(call);
      return `Find the notes of the vault in ${call.paths.root} that link to ${note}: by [[wikilinks]] with its name or path, by Markdown links, and by embeds. List them with the sentence that holds the link.`;
    },
  },
  {
    name: 'fix-links',
    description: 'Fix the broken links of the active note.',
    async write(call) {
      const { active } = await call.perform(workspaceGetState, {});
      const note = await activeNote(call);
      if (active === undefined)
        return `Look for broken links in ${note} and propose how to fix them.`;
      const { problems } = await call.perform(lintNote, { path: active });
      const list = problems
        .map(({ range, message, code }) => `- line ${range.start.line + 1}: ${message} [${code}]`)
        .join('\n');
      if (list === '') return `Nothing is wrong with ${note}. Say so.`;
      return `These problems were found in ${note}:\n${list}\nPropose how to fix each of them, and fix those that I agree to.`;
    },
  },
];

export function listPrompts({ settings }: IdeCall): unknown[] {
  return settings.prompts ? prompts.map(({ name, description }) => ({ name, description })) : [];
}

export async function getPrompt(
  call: IdeCall,
  { name }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined || !call.settings.prompts) throw invalidParams('Unknown prompt');
  const text = await prompt.write(call);
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

async function activeNote(call: IdeCall): Promise<string> {
  const { active } = await call.perform(workspaceGetState, {});
  return active === undefined ? 'the note I name next' : call.paths.toAbsolute(active);
}
