import { describeOperation } from '../schemas.ts';
import type { Tool } from '../toolset.ts';
import { agentOperations } from './operations.ts';

export interface AgentTool extends Tool {
  /** `extra` tools are ours alone: absent in strict compatibility. */
  readonly group: 'read' | 'write' | 'command' | 'extra-read' | 'extra-write';
}

const reads = { readOnlyHint: true, idempotentHint: true };
const destroys = { destructiveHint: true };

/** Which of the tools a session offers. */
export interface ToolChoice {
  readonly readOnly: boolean;
  readonly commands: boolean;
  /** Only what the REST-based server has. */
  readonly strict: boolean;
}

/** The tools of a session, in the order clients see them. */
export function chooseTools({ readOnly, commands, strict }: ToolChoice): AgentTool[] {
  return allTools.filter(({ group }) => {
    if (group === 'command') return commands && !readOnly;
    if (group.startsWith('extra') && strict) return false;
    return group.endsWith('read') || !readOnly;
  });
}

function tool(
  name: keyof typeof agentOperations,
  group: AgentTool['group'],
  annotations: Tool['annotations'],
  access = group.endsWith('read') ? 'read' : 'write',
): AgentTool {
  const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const title = words.join(' ');
  const about = { operation: describeOperation(name), scope: `tool:${name}:${access}` };
  return { name, title, group, annotations, ...about, load: agentOperations[name] };
}

export const allTools: readonly AgentTool[] = [
  tool('obsidian_get_note', 'read', reads),
  tool('obsidian_list_notes', 'read', reads),
  tool('obsidian_list_tags', 'read', reads),
  tool(
    'obsidian_open_in_ui',
    'read',
    { openWorldHint: true, destructiveHint: false, idempotentHint: true },
    'write',
  ),
  tool('obsidian_search_notes', 'read', reads),
  tool('obsidian_write_note', 'write', { idempotentHint: true, destructiveHint: true }),
  tool('obsidian_append_to_note', 'write', destroys),
  tool('obsidian_patch_note', 'write', destroys),
  tool('obsidian_replace_in_note', 'write', destroys),
  tool('obsidian_manage_frontmatter', 'write', destroys),
  tool('obsidian_manage_tags', 'write', destroys),
  tool('obsidian_delete_note', 'write', destroys),
  tool('obsidian_list_commands', 'command', reads, 'read'),
  tool(
    'obsidian_execute_command',
    'command',
    { openWorldHint: true, destructiveHint: true },
    'admin',
  ),
  tool('obsidian_read_notes', 'extra-read', reads),
  tool('obsidian_get_links', 'extra-read', reads),
  tool('obsidian_related_notes', 'extra-read', reads),
  tool('obsidian_lint', 'extra-read', reads),
  tool('obsidian_note_history', 'extra-read', reads),
  tool('obsidian_approvals', 'extra-read', reads),
  tool('obsidian_manage_tasks', 'extra-write', destroys),
  tool('obsidian_create_note', 'extra-write', { destructiveHint: false }),
  tool('obsidian_move_note', 'extra-write', destroys),
  tool('obsidian_edit_notes', 'extra-write', destroys),
  tool('obsidian_refactor', 'extra-write', destroys),
  tool('obsidian_undo', 'extra-write', destroys),
];
