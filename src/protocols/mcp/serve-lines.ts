import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { mcpLimits } from '../../contract/mcp-limits.ts';
import { LineReader } from '../../kit/line-reader.ts';
import { Outbox, streamSink } from '../../kit/outbox.ts';
import { withinMs } from '../../kit/within.ts';
import { McpConnection, type McpConnectionOptions } from './connection.ts';

export interface ServeLinesOptions
  extends Pick<McpConnectionOptions, 'contract' | 'instructions' | 'load' | 'report'> {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborted when the process shall end. */
  readonly stop?: AbortSignal;
}

/**
 * Serves one client until it is gone, no faster than it takes its answers: what it sends meanwhile
 * stays in the pipe. Resolves to whether every request was answered; rejects when the backend could
 * not be loaded.
 */
export async function serveLines(options: ServeLinesOptions): Promise<boolean> {
  const { input, output, stop, contract } = options;
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const waiting: string[] = [];
  let isEnded = false;
  let onSent = () => {};
  const pass = (): void => {
    const isClogged = () => outbox.unsentBytes > mcpLimits.unsentBytesMax;
    const mayPass = () => !leaving.signal.aborted && !connection.isFull && !isClogged();
    while (waiting.length > 0 && mayPass()) connection.take(waiting.shift() ?? '');
    if (waiting.length > 0 || leaving.signal.aborted) input.pause();
    else if (isEnded) leave();
    else input.resume();
  };
  const outbox = new Outbox(streamSink(output), {
    isStream: true,
    onEmpty() {
      pass();
      onSent();
    },
  });
  const connection = new McpConnection({
    ...options,
    write(line) {
      outbox.add(`${line}\n`);
      if (contract.isStrict) outbox.flush();
    },
    leave,
    onRoom: pass,
  });
  const reader = new LineReader(
    mcpLimits.lineBytesMax,
    (line) => void waiting.push(line),
    () => connection.refuseLongLine(),
  );
  input.on('data', (chunk: Buffer) => {
    reader.push(chunk);
    pass();
  });
  input.once('end', () => {
    isEnded = true;
    pass();
  });
  for (const event of ['close', 'error']) input.once(event, leave);
  output.on('error', leave);
  stop?.addEventListener('abort', leave);
  connection.backend.catch(leave);
  pass();
  if (!leaving.signal.aborted) await once(leaving.signal, 'abort');
  const isDrained = await finish(connection);
  outbox.flush();
  const sent = new Promise<void>((resolve) => {
    onSent = resolve;
    output.once('close', resolve);
  });
  // The process must not end before the last answer has left it.
  if (!outbox.isEmpty && !output.destroyed) await withinMs(mcpLimits.closeMs, sent);
  return isDrained;
}

async function finish(connection: McpConnection): Promise<boolean> {
  const isDrained = await connection.drain();
  await connection.endSubscriptions();
  // What was answered is on disk already, so closing may be cut short.
  const closed = connection.backend.then((backend) => backend.close());
  await withinMs(
    mcpLimits.closeMs,
    closed.catch(() => undefined),
  );
  return isDrained;
}
