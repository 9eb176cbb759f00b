// Another program at work in a vault: takes a line of steps, does what can be done, says so.
import { createInterface } from 'node:readline';
import { doSteps } from './steps.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const { dir, steps } = JSON.parse(line);
  process.stdout.write(`${doSteps(dir, steps)}\n`);
}
