import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The least a Node process can do for a request: send a head and a body that it has in memory.
const [, , file = '', head = '[]'] = process.argv;
const bytes = readFileSync(file);
const headers: string[] = JSON.parse(head);
const server = createServer((_, response) => response.writeHead(200, headers).end(bytes));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
