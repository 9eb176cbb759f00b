// Builds and runs the fault tests at full counts (--short for the counts of the tests).
import { runBuilt } from './run-built.mjs';

await runBuilt('faults');
