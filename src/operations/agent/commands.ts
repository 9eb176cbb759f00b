/** A command that works without an app. */
export interface HeadlessCommand {
  readonly id: string;
  readonly name: string;
}

/** None yet: what the palette of the app offers needs the app, and our own tools need no command. */
export const headlessCommands: readonly HeadlessCommand[] = [];
