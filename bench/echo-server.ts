import { createServer } from 'node:net';

// The least a Node process can do for a line of JSON: parse it, answer it.
createServer((socket) => {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    let out = '';
    for (const line of lines) {
      const { id } = JSON.parse(line);
      out += `${JSON.stringify({ id, result: { pong: true } })}\n`;
    }
    socket.write(out);
  });
}).listen(process.argv[2], () => process.send?.('ready'));
