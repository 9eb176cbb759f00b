import type { Readable, Writable } from 'node:stream';
import { BatchedWriter } from '../../kit/batched-writer.ts';
import { findInitialize, type InitializeRequest } from './initialize.ts';
import { LineGate } from './line-gate.ts';

/** What answers everything but the first request. Lines come without their line feed. */
export interface Backend {
  push(line: string): void;
  /** The client sends nothing more. Settles when all that was asked is answered. */
  end(): Promise<void>;
  /** So much is under way that no more should come. */
  readonly isFull: boolean;
  /** The listener is called when there may be room again. */
  onRoom(listener: () => void): void;
  /** Nobody takes the answers at the moment, or somebody does again. */
  hold?(isHeld: boolean): void;
}

export interface FrontOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** What `initialize` is answered with, when it is known without the backend. */
  readonly identity: FrontIdentity | undefined;
  /** Loads what is heavy. `write` sends one line to the client. */
  load(write: (line: string) => void): Promise<Backend>;
  /** The backend could not be loaded. */
  fail(thrown: unknown): void;
}

export interface FrontIdentity {
  readonly info: Readonly<Record<string, unknown>>;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions: string;
}

/** Revisions that begin with `initialize`, the newest first. */
export const handshakeRevisions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

/**
 * Answers `initialize` at once and loads the rest meanwhile. Clients start servers one after the
 * other and wait for each, so this is the time that people notice. The backend gets the request
 * too, since it must know the client; its own answer is dropped.
 */
export function openFront(options: FrontOptions): Promise<void> {
  const { input, output, identity } = options;
  let answered: unknown;
  let isFirst = true;
  const writer = new BatchedWriter((text) => output.write(text));
  const write = (line: string) => {
    if (answered !== undefined && isAnswerTo(line, answered)) {
      answered = undefined;
      return;
    }
    writer.push(`${line}\n`);
  };
  const arrive = (line: string): boolean => {
    if (isFirst && identity !== undefined) {
      const request = parseInitialize(line);
      if (request !== undefined) {
        writer.push(`${JSON.stringify(toAnswer(request, identity))}\n`);
        answered = request.id;
      }
    }
    isFirst = false;
    return false;
  };
  const gate = new LineGate({ source: input, sink: output, arrive, fail: options.fail });
  const loaded = options.load(write);
  loaded.then((backend) => gate.open(backend), options.fail);
  output.on('error', () => input.destroy());
  return new Promise((resolve) => {
    const finish = () =>
      void loaded
        .then((backend) => backend.end())
        .then(() => writer.flush())
        .then(
          () => resolve(),
          () => resolve(),
        );
    input.once('end', () => void gate.emptied().then(finish));
    input.once('close', () => {
      if (!input.readableEnded) finish();
    });
  });
}

function parseInitialize(line: string): InitializeRequest | undefined {
  try {
    return findInitialize(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function toAnswer({ id, protocolVersion }: InitializeRequest, identity: FrontIdentity) {
  const { info, capabilities, instructions } = identity;
  const [newest] = handshakeRevisions;
  const revision = handshakeRevisions.find((known) => known === protocolVersion) ?? newest;
  return {
    jsonrpc: '2.0',
    id,
    result: { protocolVersion: revision, capabilities, serverInfo: info, instructions },
  };
}

function isAnswerTo(line: string, id: unknown): boolean {
  const message: unknown = JSON.parse(line);
  return (
    typeof message === 'object' &&
    message !== null &&
    'id' in message &&
    message.id === id &&
    !('method' in message)
  );
}
