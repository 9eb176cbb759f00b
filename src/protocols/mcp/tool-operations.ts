import { agentAppend } from '../../operations/agent/append.ts';
import { agentDelete } from '../../operations/agent/delete.ts';
import { agentFrontmatter } from '../../operations/agent/frontmatter.ts';
import { agentGet } from '../../operations/agent/get.ts';
import { agentHistory } from '../../operations/agent/history.ts';
import { agentLinks } from '../../operations/agent/links.ts';
import { agentList } from '../../operations/agent/list.ts';
import { agentListCommands } from '../../operations/agent/list-commands.ts';
import { agentListTags } from '../../operations/agent/list-tags.ts';
import { agentMove } from '../../operations/agent/move.ts';
import { agentOpen } from '../../operations/agent/open.ts';
import { agentPatch } from '../../operations/agent/patch.ts';
import { agentReadMany } from '../../operations/agent/read-many.ts';
import { agentRefactor } from '../../operations/agent/refactor.ts';
import { agentReplace } from '../../operations/agent/replace.ts';
import { agentRunCommand } from '../../operations/agent/run-command.ts';
import { agentTags } from '../../operations/agent/tags.ts';
import { agentUndo } from '../../operations/agent/undo.ts';
import { agentWrite } from '../../operations/agent/write.ts';
import { bulkEdit } from '../../operations/bulk/edit.ts';
import type { Operation } from '../../operations/operation.ts';

const all: readonly Operation[] = [
  agentAppend,
  agentDelete,
  agentFrontmatter,
  agentGet,
  agentHistory,
  agentLinks,
  agentList,
  agentListCommands,
  agentListTags,
  agentMove,
  agentOpen,
  agentPatch,
  agentReadMany,
  agentRefactor,
  agentReplace,
  agentRunCommand,
  agentTags,
  agentUndo,
  agentWrite,
  bulkEdit,
];

/** What the tools do besides searching, by the names of the tools. */
export const toolOperations: ReadonlyMap<string, Operation> = new Map(
  all.map((operation) => [operation.at.mcp ?? operation.name, operation]),
);
