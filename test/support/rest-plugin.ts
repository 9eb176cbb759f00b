import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

/** For tests only: made for this file, trusted by nobody. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUSBA9mbUlI08xkfkpFZWsqp5+mM8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTExNjAzMTMxNFoYDzIxMjYxMDIz
MDMxMzE0WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASQOyKVTxFM0eINWZykxtlqGSRFrxb+NjCab7wmOidewfcL05xxBGmW
PepgTPwPlW7Q7y7eFIY7/OphpUGRYYwVo1MwUTAdBgNVHQ4EFgQUH0M1Bp47HPcW
thbCI+j3B3OaFIkwHwYDVR0jBBgwFoAUH0M1Bp47HPcWthbCI+j3B3OaFIkwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA35vEDy1cblDV2/4OnLeB
3fyUEwMmvK1bzJe7WIweB2ECIFVGIfMJao0LrEB0csPBCnlkBCDnPeOjtMIXxeeA
Blwr
-----END CERTIFICATE-----`;
const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMvmpzkuq0k7AiPSx
H8G/Z5RiE2hc7t+K/79HlurDbEyhRANCAASQOyKVTxFM0eINWZykxtlqGSRFrxb+
NjCab7wmOidewfcL05xxBGmWPepgTPwPlW7Q7y7eFIY7/OphpUGRYYwV
-----END PRIVATE KEY-----`;

export const pluginKey = 'key-of-the-plugin';

/** Stands in for the Local REST API plugin of the app, with a certificate it signed itself. */
export interface RestPlugin {
  readonly url: string;
  /** Requests that it got, as `METHOD path`. */
  readonly requests: string[];
  /** The file in front. */
  active: string | undefined;
  close(): Promise<void>;
}

export async function openRestPlugin({ tls = true } = {}): Promise<RestPlugin> {
  const requests: string[] = [];
  const plugin = { requests, active: undefined as string | undefined };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    const isKnown = request.headers.authorization === `Bearer ${pluginKey}`;
    const send = (status: number, body?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') return send(200, { status: 'OK', authenticated: isKnown });
    if (!isKnown) return send(401, { errorCode: 40101, message: 'Authorization required.' });
    if (pathname === '/active/') {
      return plugin.active === undefined
        ? send(404, { errorCode: 40461 })
        : send(200, { path: plugin.active, content: '' });
    }
    if (pathname === '/commands/') return send(200, { commands });
    const run = /^\/commands\/([^/]+)\/$/.exec(pathname)?.[1];
    if (run !== undefined) {
      return commands.some(({ id }) => id === decodeURIComponent(run)) ? send(204) : send(404, {});
    }
    return send(pathname.startsWith('/open/') ? 200 : 404);
  };
  const server = tls
    ? createTlsServer({ cert: certificate, key: privateKey }, handle)
    : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return Object.assign(plugin, {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

const commands = [
  { id: 'app:reload', name: 'Reload app without saving' },
  { id: 'graph:open', name: 'Open graph view' },
];
