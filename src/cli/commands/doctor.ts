import { defineCommand } from '../command.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  group: 'daemon',
  brief: 'find and fix problems',
  summary: 'Look for problems and say what to do about them.',
  about: 'Ends with 1 when there is a problem.',
  examples: [['vaultd doctor', 'when something does not work']],
  async run({ out, env, exitWith }) {
    const { examine } = await import('../../daemon/doctor.ts');
    const findings = await examine(env);
    const isSick = findings.some(({ level }) => level === 'problem');
    if (out.isJson) out.json(findings);
    else {
      const { green, yellow, red, dim } = out.style;
      const signs = { good: green('✓'), warning: yellow('!'), problem: red('✗') };
      for (const { level, what, fix } of findings) {
        out.line(`${signs[level]} ${what}`);
        if (fix !== undefined) out.line(`  ${dim(fix)}`);
      }
      out.say(isSick ? '' : '\nAll is well.');
    }
    if (isSick) exitWith(1);
  },
});
