// What a client starts. It is as small as it can be, since the client waits for it.
import program from './bin/load.cjs';

// Waiting for the disk takes threads, and the pool is sized when it is first used.
process.env.UV_THREADPOOL_SIZE ??= '16';

await program.load('mcp').runMcp(process.argv.slice(2), process.env);
