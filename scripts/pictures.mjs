// Makes the pictures of the dashboard and the plugin anew; with names, only these.
import { runBuilt } from './run-built.mjs';

await runBuilt('pictures');
