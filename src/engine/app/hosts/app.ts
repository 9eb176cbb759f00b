import { isVaultError, VaultError } from '../../../contract/errors.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { CommandLine } from './command-line.ts';
import type { AppHost, AppQuestion } from './host.ts';
import { unknownCommand } from './host-errors.ts';

/** The app behind its command line tool. */
export function createApp(line: CommandLine, isStrict: boolean): AppHost {
  const ask = (question: AppQuestion, signal: AbortSignal) => line.ask(question, signal);
  /** Something is done with a note; a note that the app does not find may have moved meanwhile. */
  const act = async (
    command: string,
    path: VaultPath,
    { values = {}, flags = [] }: Omit<AppQuestion, 'command'>,
    signal: AbortSignal,
  ): Promise<void> => {
    try {
      await ask({ command, values: { path, ...values }, flags }, signal);
    } catch (thrown) {
      if (!isVaultError(thrown) || thrown.about.reason !== 'app-file-missing') throw thrown;
      throw new VaultError(thrown.code, thrown.message, { ...thrown.about, path });
    }
  };
  const commands = async (signal: AbortSignal) =>
    (await ask({ command: 'commands' }, signal))
      .split('\n')
      .filter((each) => each.trim() !== '')
      .map((each) => {
        const [id = '', name = id] = each.split('\t');
        return { id: id.trim(), name: name.trim() };
      });
  return {
    isStrict,
    ask,
    open: (path, { newTab }, signal) =>
      act('open', path, { flags: newTab ? ['newtab'] : [] }, signal),
    move: (path, to, signal) => act('move', path, { values: { to } }, signal),
    rename: (path, name, signal) => act('rename', path, { values: { name } }, signal),
    remove: (path, permanent, signal) =>
      act('delete', path, { flags: permanent ? ['permanent'] : [] }, signal),
    create: (path, template, signal) => act('create', path, { values: { template } }, signal),
    commands,
    async run(id, signal) {
      const known = await commands(signal);
      if (!known.some((each) => each.id === id)) throw unknownCommand(id);
      await ask({ command: 'command', values: { id } }, signal);
    },
  };
}
