import { lstatSync, readdirSync, readFileSync, watch } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { FrameReader, toFrame } from '../src/protocols/remote/frame.ts';

// The least a Node process can do for a framed request: parse it, do it in the plainest way, answer it.
const [, , path, root = ''] = process.argv;

const methods: Readonly<Record<string, (path: string) => unknown>> = {
  echo: () => ({ type: 'file', mtime: 1_700_000_000_000, size: 2048, mode: 420 }),
  list(folder) {
    const entries = readdirSync(join(root, folder)).map((name) => {
      const { mtimeMs, size } = lstatSync(join(root, folder, name));
      return { name, type: 'file', mtime: Math.floor(mtimeMs), size };
    });
    return { entries };
  },
  read: (file) => ({ content: readFileSync(join(root, file), 'utf8'), size: 2048 }),
};

createServer((socket) => {
  const reader = new FrameReader({ bodyBytesMax: 2 ** 20, headerBytesMax: 1024 });
  socket.on('data', (chunk) => {
    reader.push(chunk);
    let out = '';
    for (let body = reader.next(); body !== undefined; body = reader.next()) {
      const { id, method, params } = JSON.parse(body.toString());
      if (method === 'watch') {
        watch(root, (_event, path) => socket.write(toFrame(JSON.stringify({ path }))));
      }
      const result = methods[method]?.(params.path) ?? null;
      out += toFrame(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }
    socket.write(out);
  });
}).listen(path, () => process.send?.('ready'));
