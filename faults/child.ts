// What the fault tests run in a process of its own, so that it can be killed or limited.
import { parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import { machineTask } from './child-machine.ts';
import { hostileTask } from './contents.ts';
import { fullDiskTask } from './disk-full.ts';
import { killTask } from './kill.ts';
import { moveTask } from './kill-move.ts';
import { attemptTask } from './refused.ts';
import { owner } from './support.ts';
import { incrementTask } from './writers.ts';

const [task, root = '', stateDir = '', ...rest] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
// It opens an engine of its own, with a ledger.
if (task === 'machine') await machineTask([root, stateDir, ...rest]);
const engine = await openEngine({ root, stateDir });
const view = engine.as(owner);

if (task === 'kill') await killTask(view, Number(rest[0]), say);
else if (task === 'kill-move') await moveTask(view, say);
else if (task === 'increment') {
  await incrementTask(view, parseVaultPath('counter.md'), Number(rest[0]), Number(rest[1]));
} else if (task === 'attempt') await attemptTask(view, rest, say);
else if (task === 'hostile') await hostileTask(view, say);
else if (task === 'full-disk') await fullDiskTask(view, say);
await engine.close();
