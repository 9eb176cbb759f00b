/** What this page reports to the workspace belongs to it, and goes when it goes. */
export const pageId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
