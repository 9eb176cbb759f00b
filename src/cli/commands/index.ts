import type { Command } from '../command.ts';
import { callCommand } from './call.ts';
import { daemonReloadCommand } from './daemon-reload.ts';
import { daemonRunCommand } from './daemon-run.ts';
import { daemonStartCommand } from './daemon-start.ts';
import { daemonStatusCommand } from './daemon-status.ts';
import { daemonStopCommand } from './daemon-stop.ts';
import { eventsCommand } from './events.ts';
import { readCommand } from './read.ts';
import { serveCommand } from './serve.ts';
import { writeCommand } from './write.ts';

/** Every command, in the order of the overview. */
export const commands: readonly Command[] = [
  readCommand,
  writeCommand,
  serveCommand,
  daemonRunCommand,
  daemonStartCommand,
  daemonStopCommand,
  daemonStatusCommand,
  daemonReloadCommand,
  eventsCommand,
  callCommand,
];
