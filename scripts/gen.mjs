// Rewrites the generated pages of docs/.
import { runBuilt } from './run-built.mjs';

await runBuilt('gen');
