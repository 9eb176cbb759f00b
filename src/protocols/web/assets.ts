import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { send, sendNotice } from './frame.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * A frame of the page has no origin and no rights but to run: it loads, sends and opens nothing.
 * Its own text says by a hash which script it runs.
 */
const frameHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Best first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Parts of names that we build. None begins with a dot, so none leads out of the folder. */
const safeName = /^\w[\w.-]*$/;
const hashedName = /[-.][\w-]{8,}\.\w+$/;

/** The files of the built page. */
export class Assets {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** False when there is no such file. */
  async serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    const parts = path.split('/');
    const type = types[extname(path)];
    if (type === undefined || !parts.every((part) => safeName.test(part))) return false;
    const found = await this.#read(join(this.#folder, ...parts), request);
    if (found === undefined) return false;
    const isFrame = parts[0] === 'frames';
    const isLasting = (isFrame || parts[0] === 'assets') && hashedName.test(path);
    send(response, 200, found.bytes, {
      ...(isFrame && frameHeaders),
      'Content-Type': type,
      'Cache-Control': isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
      ...(found.encoding && { 'Content-Encoding': found.encoding }),
    });
    return true;
  }

  /** The page, whatever view of it the path names. */
  async servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.serve(request, response, 'index.html')) return;
    sendNotice(response, 503, {
      title: 'The dashboard is not built',
      text: 'This copy of vaultd has no dashboard yet. In its folder, run:',
      command: 'npm run build',
    });
  }

  async #read(
    file: string,
    { headers }: IncomingMessage,
  ): Promise<{ bytes: Buffer; encoding?: string } | undefined> {
    const accepted = String(headers['accept-encoding'] ?? '').split(/\s*,\s*/);
    for (const [encoding, ending] of encodings) {
      const bytes = accepted.includes(encoding) ? await readIfThere(file + ending) : undefined;
      if (bytes !== undefined) return { bytes, encoding };
    }
    const bytes = (await readIfThere(file)) ?? (await unpackIfThere(`${file}.gz`));
    return bytes && { bytes };
  }
}

/** Most files are kept compressed alone, and nearly every client takes them so. */
async function unpackIfThere(file: string): Promise<Buffer | undefined> {
  const packed = await readIfThere(file);
  return packed && promisify(gunzip)(packed);
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    return undefined;
  }
}
