import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerGrants } from '../src/contract/callers.ts';
import { openEngine } from '../src/engine/engine.ts';
import { planted } from './generate-vault.ts';

/** Prints the megabytes of this process once it knows the vault in a folder and rests. */
const base = process.argv[2] ?? '';
const engine = await openEngine({ root: join(base, 'vault'), stateDir: join(base, 'state') });
const view = engine.as({ door: 'local', client: 'bench', grants: ownerGrants, policy: {} });
const known = await view.known();
await known.searchText({ terms: [planted.rare] });
// Unpacks what is packed, and gives back what it no longer needs.
await sleep(14_000);
process.stdout.write(`${Math.round(process.memoryUsage.rss() / 1e6)}\n`);
await engine.close();
