import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The least a Node process can do for a request: send bytes that it has in memory.
const bytes = readFileSync(process.argv[2] ?? '');
const headers = { 'Content-Type': 'text/markdown; charset=utf-8', 'Content-Length': bytes.length };
const server = createServer((_, response) => response.writeHead(200, headers).end(bytes));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
