// What a client starts. It is as small as it can be, since the client waits for it.

// Waiting for the disk takes threads, and the pool is sized when it is first used.
process.env.UV_THREADPOOL_SIZE ??= '16';

const { runMcp } = await import('./mcp.js');
await runMcp(process.argv.slice(2), process.env);
