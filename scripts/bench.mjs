// Builds and runs the benchmarks: all of them, or those that are named.
import { runBuilt } from './run-built.mjs';

await runBuilt('bench');
