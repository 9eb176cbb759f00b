import type { McpOptions } from '../options.ts';
import { type AgentTool, allTools, chooseTools } from './tools.ts';

/** A tool as the operator of the server sees it. */
export interface ManifestTool {
  readonly name: string;
  readonly enabled: boolean;
  /** How to enable it. */
  readonly hint?: string;
}

/** Every tool, also those that agents do not see, with what enables them. */
export function toManifest(options: McpOptions, readOnly: boolean): ManifestTool[] {
  const chosen = new Set(chooseTools({ ...options, readOnly }));
  return allTools.map((tool) =>
    chosen.has(tool)
      ? { name: tool.name, enabled: true }
      : { name: tool.name, enabled: false, hint: howToEnable(tool, options, readOnly) },
  );
}

function howToEnable({ group }: AgentTool, { strict }: McpOptions, readOnly: boolean): string {
  const isOwn = group.startsWith('extra');
  if (strict && isOwn) return 'Unset VAULTD_MCP_STRICT to enable it.';
  const steps = [
    ...(readOnly ? ['unset OBSIDIAN_READ_ONLY'] : []),
    ...(group === 'command' ? ['set OBSIDIAN_ENABLE_COMMANDS=true'] : []),
  ];
  const said = steps.join(' and ');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} to enable it.`;
}
