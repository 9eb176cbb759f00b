// Makes the pictures of the dashboard anew.
import { runBuilt } from './run-built.mjs';

await runBuilt('pictures');
