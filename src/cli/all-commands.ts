import { declarations } from './commands/index.ts';
import { toCommands } from './derive.ts';
import inputs from './operations.generated.json' with { type: 'json' };

/** Every command with its words and options. */
export const commands = toCommands(declarations, inputs);
