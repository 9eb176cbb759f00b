import { UsageError } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { completionScripts } from '../completion.ts';

export const completionCommand = defineCommand({
  name: 'completion',
  group: 'daemon',
  brief: 'for your shell',
  summary: 'Print what makes a shell complete commands and notes.',
  args: [{ name: 'SHELL', summary: 'bash, zsh or fish.' }],
  examples: [
    ['source <(vaultd completion bash)', 'in ~/.bashrc'],
    ['vaultd completion zsh > ~/.zfunc/_vaultd', 'in a folder of $fpath'],
    ['vaultd completion fish > ~/.config/fish/completions/vaultd.fish', 'once'],
  ],
  async run({ out }, { args: [shell = ''] }) {
    const script = completionScripts[shell];
    if (script === undefined) {
      const known = Object.keys(completionScripts).join(', ');
      throw new UsageError(
        `There is no completion for ${JSON.stringify(shell)}.`,
        `One of ${known}.`,
      );
    }
    out.write(script);
  },
});
