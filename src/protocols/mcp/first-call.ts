/** What the first calls of a client are about. */
export type FirstCalls = 'none' | 'texts' | 'anything';

/** A search for words, when it is all that somebody waits for, needs nothing but texts. */
export function readFirstCalls(lines: readonly string[]): FirstCalls {
  const requests = lines.map(parse).filter(isRequest);
  if (requests.length === 0) return 'none';
  return requests.length === 1 && requests.every(isTextSearch) ? 'texts' : 'anything';
}

interface Request {
  readonly method: string;
  readonly params?: { readonly name?: unknown; readonly arguments?: { readonly mode?: unknown } };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Whatever waits for an answer, but for the handshake. */
function isRequest(message: unknown): message is Request {
  if (typeof message !== 'object' || message === null) return false;
  const isAnswered = 'id' in message && 'method' in message;
  return isAnswered && message.method !== 'initialize';
}

function isTextSearch({ method, params }: Request): boolean {
  const isSearch = method === 'tools/call' && params?.name === 'obsidian_search_notes';
  return isSearch && params.arguments?.mode === 'text';
}
