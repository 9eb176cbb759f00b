import type { ServerContext } from '@modelcontextprotocol/server';

const tickMs = 1000;

/** Tells a client that asked for it that a long call is still at work. Returns how to stop. */
export function reportProgress({ mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: `${progress} s` };
    // A client that is gone has its request cancelled anyway.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, tickMs);
  return () => clearInterval(timer);
}
