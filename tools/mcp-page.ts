import { describeTools } from '../src/protocols/mcp/describe-tools.ts';
import { defaultOptions } from '../src/protocols/mcp/options.ts';
import { allTools } from '../src/protocols/mcp/tools.ts';
import { toParameters } from './operations-page.ts';

/** Every tool of the MCP protocol with its parameters, from the declarations. */
export async function toMcpPage(): Promise<string> {
  const sections: string[] = [];
  for (const tool of describeTools(allTools, defaultOptions)) {
    const { name, group, scope } = tool;
    const { operation, listed } = await tool.load();
    const hints = Object.entries(tool.annotations).map(([hint, value]) => `\`${hint}: ${value}\``);
    const own = group.startsWith('extra') ? ' Ours alone: absent in strict compatibility.' : '';
    sections.push(`## ${name}

${listed.description}

${hints.join(', ')}. Scope over HTTP: \`${scope}\`.${own}

${toParameters(operation.input)}`);
  }
  return `# MCP tools

What agents can call, in the order they see it. This page is made from the declarations by \`npm run gen\`; [mcp.md](mcp.md) says how to connect.

${sections.join('\n')}`;
}
