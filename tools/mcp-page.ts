import { allTools } from '../src/protocols/mcp/vault/tools.ts';
import { describeVaultTool } from '../src/protocols/mcp/vault/toolset.ts';
import { toParameters } from './operations-page.ts';

/** Every tool of the MCP protocol with its parameters, from the declarations. */
export async function toMcpPage(): Promise<string> {
  const sections = allTools.map(async (tool) => {
    const { name, group, scope } = tool;
    const operation = await tool.load();
    const described = { ...tool, operation };
    const hints = Object.entries(tool.annotations).map(([hint, value]) => `\`${hint}: ${value}\``);
    const own = group.startsWith('extra') ? ' Ours alone: absent in strict compatibility.' : '';
    return `## ${name}

${describeVaultTool(described, { strict: false, confirmDelete: 'if-possible' }).description}

${hints.join(', ')}. Scope over HTTP: \`${scope}\`.${own}

${toParameters(operation.input)}`;
  });
  return `# MCP tools

What agents can call, in the order they see it. \`npm run gen\` generates this page; [mcp.md](mcp.md) says how to connect.

${(await Promise.all(sections)).join('\n')}`;
}
