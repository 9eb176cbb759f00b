import { ideLimits } from '../../contract/limits.ts';

/** What the model should know about the vault. No text of notes, nothing personal. */
export function toInstructions(vaultName: string, further: string): string {
  const own = [
    `This editor connection is the Markdown vault "${vaultName}", served by vaultd.`,
    'Notes are plain Markdown files. Links between them are written [[Note name]], with #Heading or #^block behind the name and |text for what is shown; ![[...]] embeds.',
    'Properties stand in YAML between --- lines at the top of a note. Tags are written #tag or listed in the tags property.',
    'Renaming or moving a note breaks links that name it: prefer the vault tools of an MCP server of vaultd where one is configured, otherwise update the links too.',
    'Where daily notes live and how they are named is in .obsidian/daily-notes.json.',
    'Diagnostics of this connection name broken links, missing headings and blocks, and broken properties.',
  ];
  return cutAtWord([...own, further].join(' ').trimEnd(), ideLimits.instructionsLengthMax);
}

function cutAtWord(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const cut = text.slice(0, lengthMax + 1);
  const space = cut.lastIndexOf(' ');
  return (space === -1 ? cut.slice(0, lengthMax) : cut.slice(0, space)).trimEnd();
}
