import { agentAppend } from '../../../operations/agent/append.ts';
import { agentApprovals } from '../../../operations/agent/approvals.ts';
import { agentListCommands, agentRunCommand } from '../../../operations/agent/commands.ts';
import { agentCreate } from '../../../operations/agent/create.ts';
import { agentDelete } from '../../../operations/agent/delete.ts';
import { agentFrontmatter } from '../../../operations/agent/frontmatter.ts';
import { agentGet } from '../../../operations/agent/get.ts';
import { agentHistory } from '../../../operations/agent/history.ts';
import { agentLinks } from '../../../operations/agent/links.ts';
import { agentLint } from '../../../operations/agent/lint.ts';
import { agentList } from '../../../operations/agent/list.ts';
import { agentListTags } from '../../../operations/agent/list-tags.ts';
import { agentMove } from '../../../operations/agent/move.ts';
import { agentOpen } from '../../../operations/agent/open.ts';
import { agentPatch } from '../../../operations/agent/patch.ts';
import { agentReadMany } from '../../../operations/agent/read-many.ts';
import { agentRefactor } from '../../../operations/agent/refactor.ts';
import { agentRelated } from '../../../operations/agent/related.ts';
import { agentReplace } from '../../../operations/agent/replace.ts';
import { agentSearch } from '../../../operations/agent/search.ts';
import { agentTags } from '../../../operations/agent/tags.ts';
import { agentTasks } from '../../../operations/agent/tasks.ts';
import { agentUndo } from '../../../operations/agent/undo.ts';
import { agentWrite } from '../../../operations/agent/write.ts';
import { bulkEdit } from '../../../operations/bulk/edit.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { Tool } from '../toolset.ts';

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
  operation: Operation,
  group: AgentTool['group'],
  annotations: Tool['annotations'],
  access = group.endsWith('read') ? 'read' : 'write',
): AgentTool {
  const name = operation.at.mcp ?? operation.name;
  const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const title = words.join(' ');
  return { name, title, operation, group, annotations, scope: `tool:${name}:${access}` };
}

export const allTools: readonly AgentTool[] = [
  tool(agentGet, 'read', reads),
  tool(agentList, 'read', reads),
  tool(agentListTags, 'read', reads),
  tool(
    agentOpen,
    'read',
    { openWorldHint: true, destructiveHint: false, idempotentHint: true },
    'write',
  ),
  tool(agentSearch, 'read', reads),
  tool(agentWrite, 'write', { idempotentHint: true, destructiveHint: true }),
  tool(agentAppend, 'write', destroys),
  tool(agentPatch, 'write', destroys),
  tool(agentReplace, 'write', destroys),
  tool(agentFrontmatter, 'write', destroys),
  tool(agentTags, 'write', destroys),
  tool(agentDelete, 'write', destroys),
  tool(agentListCommands, 'command', reads, 'read'),
  tool(agentRunCommand, 'command', { openWorldHint: true, destructiveHint: true }, 'admin'),
  tool(agentReadMany, 'extra-read', reads),
  tool(agentLinks, 'extra-read', reads),
  tool(agentRelated, 'extra-read', reads),
  tool(agentLint, 'extra-read', reads),
  tool(agentHistory, 'extra-read', reads),
  tool(agentApprovals, 'extra-read', reads),
  tool(agentTasks, 'extra-write', destroys),
  tool(agentCreate, 'extra-write', { destructiveHint: false }),
  tool(agentMove, 'extra-write', destroys),
  tool(bulkEdit, 'extra-write', destroys),
  tool(agentRefactor, 'extra-write', destroys),
  tool(agentUndo, 'extra-write', destroys),
];
