import type { Command } from '../command.ts';
import { appendCommand } from './append.ts';
import { bulkCommand } from './bulk.ts';
import { callCommand } from './call.ts';
import { completionCommand } from './completion.ts';
import { daemonInstallCommand, daemonUninstallCommand } from './daemon-install.ts';
import { daemonReloadCommand } from './daemon-reload.ts';
import { daemonRunCommand } from './daemon-run.ts';
import { daemonStartCommand } from './daemon-start.ts';
import { daemonStatusCommand } from './daemon-status.ts';
import { daemonStopCommand } from './daemon-stop.ts';
import { dailyCommand } from './daily.ts';
import { deleteCommand } from './delete.ts';
import { diffCommand } from './diff.ts';
import { doctorCommand } from './doctor.ts';
import { editCommand } from './edit.ts';
import { eventsCommand } from './events.ts';
import { ideDiffCommand } from './ide-diff.ts';
import { ideEnvCommand } from './ide-env.ts';
import { ideStatusCommand } from './ide-status.ts';
import { infoCommand } from './info.ts';
import { linksCommand } from './links.ts';
import { lintCommand } from './lint.ts';
import { listCommand } from './list.ts';
import { logCommand } from './log.ts';
import { mcpCommand } from './mcp.ts';
import { mentionCommand } from './mention.ts';
import { mergeCommand, splitCommand } from './merge.ts';
import { moveCommand, renameCommand } from './move.ts';
import { openCommand } from './open.ts';
import { outlineCommand } from './outline.ts';
import { patchCommand } from './patch.ts';
import { propsCommand } from './props.ts';
import { queryCommand } from './query.ts';
import { readCommand } from './read.ts';
import { remoteCommand } from './remote.ts';
import {
  renameBlockCommand,
  renameHeadingCommand,
  renamePropertyCommand,
  renameTagCommand,
} from './rename.ts';
import { replaceCommand } from './replace.ts';
import { restoreCommand } from './restore.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { setupCommand } from './setup.ts';
import { showCommand } from './show.ts';
import { statusCommand } from './status.ts';
import { tagsCommand } from './tags.ts';
import { tasksCommand } from './tasks.ts';
import { undoCommand } from './undo.ts';
import { writeCommand } from './write.ts';

/** Every command, in the order of the overview. */
export const commands: readonly Command[] = [
  readCommand,
  editCommand,
  writeCommand,
  appendCommand,
  dailyCommand,
  patchCommand,
  replaceCommand,
  moveCommand,
  renameCommand,
  renameHeadingCommand,
  renameBlockCommand,
  renameTagCommand,
  renamePropertyCommand,
  mergeCommand,
  splitCommand,
  deleteCommand,
  listCommand,
  searchCommand,
  queryCommand,
  linksCommand,
  tagsCommand,
  lintCommand,
  propsCommand,
  infoCommand,
  outlineCommand,
  tasksCommand,
  bulkCommand,
  logCommand,
  showCommand,
  diffCommand,
  undoCommand,
  restoreCommand,
  serveCommand,
  openCommand,
  statusCommand,
  daemonRunCommand,
  daemonStartCommand,
  daemonStopCommand,
  daemonStatusCommand,
  daemonReloadCommand,
  daemonInstallCommand,
  daemonUninstallCommand,
  eventsCommand,
  callCommand,
  doctorCommand,
  completionCommand,
  remoteCommand,
  mcpCommand,
  setupCommand,
  ideStatusCommand,
  ideEnvCommand,
  ideDiffCommand,
  mentionCommand,
];
