import type { Operation } from '../../../operations/operation.ts';

/**
 * The operations of agents, by the names of their tools. Making schemas takes most of the time that
 * a module takes to load, so each is loaded when its tool is first called.
 */
export const agentOperations = {
  obsidian_append_to_note: async () =>
    (await import('../../../operations/agent/append.ts')).agentAppend,
  obsidian_approvals: async () =>
    (await import('../../../operations/agent/approvals.ts')).agentApprovals,
  obsidian_create_note: async () =>
    (await import('../../../operations/agent/create.ts')).agentCreate,
  obsidian_delete_note: async () =>
    (await import('../../../operations/agent/delete.ts')).agentDelete,
  obsidian_edit_notes: async () => (await import('../../../operations/bulk/edit.ts')).bulkEdit,
  obsidian_execute_command: async () =>
    (await import('../../../operations/agent/commands.ts')).agentRunCommand,
  obsidian_get_links: async () => (await import('../../../operations/agent/links.ts')).agentLinks,
  obsidian_get_note: async () => (await import('../../../operations/agent/get.ts')).agentGet,
  obsidian_lint: async () => (await import('../../../operations/agent/lint.ts')).agentLint,
  obsidian_list_commands: async () =>
    (await import('../../../operations/agent/commands.ts')).agentListCommands,
  obsidian_list_notes: async () => (await import('../../../operations/agent/list.ts')).agentList,
  obsidian_list_tags: async () =>
    (await import('../../../operations/agent/list-tags.ts')).agentListTags,
  obsidian_manage_frontmatter: async () =>
    (await import('../../../operations/agent/frontmatter.ts')).agentFrontmatter,
  obsidian_manage_tags: async () => (await import('../../../operations/agent/tags.ts')).agentTags,
  obsidian_manage_tasks: async () =>
    (await import('../../../operations/agent/tasks.ts')).agentTasks,
  obsidian_move_note: async () => (await import('../../../operations/agent/move.ts')).agentMove,
  obsidian_note_history: async () =>
    (await import('../../../operations/agent/history.ts')).agentHistory,
  obsidian_open_in_ui: async () => (await import('../../../operations/agent/open.ts')).agentOpen,
  obsidian_patch_note: async () => (await import('../../../operations/agent/patch.ts')).agentPatch,
  obsidian_read_notes: async () =>
    (await import('../../../operations/agent/read-many.ts')).agentReadMany,
  obsidian_refactor: async () =>
    (await import('../../../operations/agent/refactor.ts')).agentRefactor,
  obsidian_related_notes: async () =>
    (await import('../../../operations/agent/related.ts')).agentRelated,
  obsidian_replace_in_note: async () =>
    (await import('../../../operations/agent/replace.ts')).agentReplace,
  obsidian_search_notes: async () =>
    (await import('../../../operations/agent/search.ts')).agentSearch,
  obsidian_undo: async () => (await import('../../../operations/agent/undo.ts')).agentUndo,
  obsidian_write_note: async () => (await import('../../../operations/agent/write.ts')).agentWrite,
} satisfies Readonly<Record<string, () => Promise<Operation>>>;
