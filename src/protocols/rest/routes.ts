import { answerActive, answerOpen } from './active.ts';
import type { RestHandler } from './exchange.ts';
import { answerCommands, answerTags } from './lists.ts';
import { answerPeriodic } from './periodic.ts';
import { answerVault } from './resources.ts';
import { answerSearch } from './search.ts';

/** What needs a key, by the first part of the path. */
const routes: Readonly<Record<string, RestHandler>> = {
  active: answerActive,
  commands: answerCommands,
  open: answerOpen,
  periodic: answerPeriodic,
  search: answerSearch,
  tags: answerTags,
  vault: answerVault,
};

export function findRoute(first: string): RestHandler | undefined {
  return Object.hasOwn(routes, first) ? routes[first] : undefined;
}
