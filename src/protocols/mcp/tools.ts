import type { Operation } from '../../operations/operation.ts';

/** What a client may be told about a tool before it is called. A hint that is not known is left out. */
export interface Annotations {
  readonly readOnlyHint?: true;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: true;
  readonly openWorldHint?: true;
}

export interface Tool {
  readonly name: string;
  /** What it does. Most of these are loaded only when one of them is wanted. */
  loadOperation(): Promise<Operation>;
  /** `extra` tools are ours alone: absent in strict compatibility. */
  readonly group: 'read' | 'write' | 'command' | 'extra-read' | 'extra-write';
  readonly annotations: Annotations;
  /** The scope a bearer token must have. */
  readonly scope: string;
}

const reads: Annotations = { readOnlyHint: true, idempotentHint: true };
const destroys: Annotations = { destructiveHint: true };

/** Which of the tools a session offers. */
export interface ToolChoice {
  readonly readOnly: boolean;
  readonly commands: boolean;
  /** Only what the REST-based server has. */
  readonly strict: boolean;
}

/** The tools of a session, in the order clients see them. */
export function chooseTools({ readOnly, commands, strict }: ToolChoice): Tool[] {
  return allTools.filter(({ group }) => {
    if (group === 'command') return commands && !readOnly;
    if (group.startsWith('extra') && strict) return false;
    return group.endsWith('read') || !readOnly;
  });
}

const searchTool = 'obsidian_search_notes';

function tool(
  name: string,
  group: Tool['group'],
  annotations: Annotations,
  access = group.endsWith('read') ? 'read' : 'write',
): Tool {
  const loadOperation = () => load(name);
  return { name, group, annotations, loadOperation, scope: `tool:${name}:${access}` };
}

/** A search is often the first call, and need not wait for what the others do. */
async function load(name: string): Promise<Operation> {
  if (name === searchTool) return (await import('../../operations/agent/search.ts')).agentSearch;
  const operation = (await import('./tool-operations.ts')).toolOperations.get(name);
  if (operation === undefined) throw new TypeError(`No operation is the tool ${name}.`);
  return operation;
}

export const allTools: readonly Tool[] = [
  tool('obsidian_get_note', 'read', reads),
  tool('obsidian_list_notes', 'read', reads),
  tool('obsidian_list_tags', 'read', reads),
  tool(
    'obsidian_open_in_ui',
    'read',
    { openWorldHint: true, destructiveHint: false, idempotentHint: true },
    'write',
  ),
  tool(searchTool, 'read', reads),
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
  tool('obsidian_note_history', 'extra-read', reads),
  tool('obsidian_move_note', 'extra-write', destroys),
  tool('obsidian_edit_notes', 'extra-write', destroys),
  tool('obsidian_refactor', 'extra-write', destroys),
  tool('obsidian_undo', 'extra-write', destroys),
];
