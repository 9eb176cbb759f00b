/** The command line is right, but what it asks for cannot be done. Exit status 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
