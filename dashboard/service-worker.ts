/**
 * Makes the page installable, and says so when the daemon does not answer. It keeps that one page
 * and nothing of a vault: everything else comes from the daemon, or not at all.
 */
const kept = 'vaultd-offline';
const offlinePage = '/offline.html';

/** What of a service worker is used here; the types of pages know none. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
declare const self: Worker;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.add(offlinePage)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  // Links that log in are used once, and files have an answer of their own.
  if (request.mode !== 'navigate' || !/^\/(index\.html)?$/.test(new URL(request.url).pathname))
    return;
  event.respondWith(fetch(request).catch(offline));
});

async function offline(): Promise<Response> {
  return (await caches.match(offlinePage)) ?? Response.error();
}

export {};
