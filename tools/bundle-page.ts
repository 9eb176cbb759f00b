import { allBundleTools, type BundleTool } from '../src/protocols/mcp/bundle/tools.ts';
import { stories } from '../src/protocols/mcp/stories.ts';
import { toParameters } from './operations-page.ts';

/** Every tool of the bundle with its parameters, by story, from the declarations. */
export function toBundlePage(): string {
  const sections = stories.map((story) => {
    const tools = allBundleTools.filter((tool) => tool.story === story);
    return `## ${story}\n\n${tools.map(toSection).join('\n')}`;
  });
  return `# Tools of the bundle

By story, in the order clients see them. \`npm run gen\` generates this page; [bundle.md](bundle.md) says how to install the bundle and what its failures mean.

${sections.join('\n')}`;
}

function toSection({ name, operation, needs, also }: BundleTool): string {
  const needed = {
    files: '',
    app: ' Only where the app is used.',
    command: ' Only where the app is used and `OBSIDIAN_ENABLE_COMMANDS` is on.',
  }[needs];
  const aliases =
    also.length === 0 ? '' : ` Also accepted: ${also.map((each) => `\`${each}\``).join(', ')}.`;
  return `### ${name}

${operation.summary}${needed}${aliases}

${toParameters(operation.input)}`;
}
