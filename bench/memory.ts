import { setTimeout as sleep } from 'node:timers/promises';
import { ownerGrants } from '../src/contract/callers.ts';
import { openEngine } from '../src/engine/engine.ts';
import { planted } from './generate-vault.ts';

/** Prints the megabytes of this process once it knows a vault and has rested. */
const [, , root = '', stateDir = '', restMs = ''] = process.argv;
const engine = await openEngine({ root, stateDir });
const view = engine.as({ protocol: 'local', client: 'bench', grants: ownerGrants, policy: {} });
const known = await view.known();
await known.searchText({ terms: [planted.rare] });
// Unpacks what is packed, and gives back what it no longer needs.
await sleep(Number(restMs));
process.stdout.write(`${Math.round(process.memoryUsage.rss() / 1e6)}\n`);
await engine.close();
