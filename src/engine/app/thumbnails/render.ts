import type { Metadata } from 'sharp';
import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { type Budget, createBudget } from '../../../kit/budget.ts';

/** A small picture of a large one. */
export interface Thumbnail {
  readonly bytes: Buffer;
  readonly format: 'jpeg' | 'png';
  readonly width: number;
  readonly height: number;
}

const jpegQuality = 80;
const budget: Budget = createBudget(limits.thumbnailPixelsMax);

/**
 * Decodes, turns upright and shrinks a picture, on the image library's own threads. Its first bytes
 * show its format, so that nothing but the four formats ever reaches a decoder.
 */
export async function renderThumbnail(bytes: Buffer, maxDim: number): Promise<Thumbnail> {
  if (!isPicture(bytes)) throw notAPicture();
  const open = await loadSharp();
  const picture = open(bytes, {
    limitInputPixels: limits.thumbnailPixelsMax,
    failOn: 'error',
    sequentialRead: true,
  });
  try {
    const found = await picture.metadata();
    const size = toSize(found, maxDim);
    return await budget.hold(found.width * found.height, async () => {
      const small = picture.autoOrient().resize({ ...size, fit: 'fill' });
      const format = found.format === 'png' || isTransparent(found) ? 'png' : 'jpeg';
      const made = format === 'png' ? small.png() : small.jpeg({ quality: jpegQuality });
      return { bytes: await made.toBuffer(), format, ...size };
    });
  } catch (thrown) {
    throw notAPicture(thrown);
  }
}

/** The longer side shrinks to `maxDim` and the other in proportion; nothing grows. */
function toSize({ autoOrient: { width, height } }: Metadata, maxDim: number) {
  const longer = Math.max(width, height);
  if (longer <= maxDim) return { width, height };
  const shrink = (side: number) => Math.max(1, Math.floor((side * maxDim) / longer));
  return { width: shrink(width), height: shrink(height) };
}

/** A GIF becomes a JPEG as its clients expect; a WebP that can be seen through would lose that. */
function isTransparent({ format, hasAlpha }: Metadata): boolean {
  return format === 'webp' && hasAlpha === true;
}

function isPicture(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12);
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(start) ||
    /^RIFF.{4}WEBP/s.test(start)
  );
}

/** Loaded when the first thumbnail is asked for; most runs never need it. */
async function loadSharp() {
  try {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  } catch (thrown) {
    throw new VaultError('invalid-input', 'This machine cannot make thumbnails.', {
      hint: 'Read the whole file instead. The image library has no build for this platform.',
      cause: thrown,
    });
  }
}

function notAPicture(cause?: unknown): VaultError {
  return new VaultError(
    'invalid-input',
    'The file is not a JPEG, PNG, GIF or WebP picture that can be shrunk.',
    { hint: 'Read the whole file instead.', ...(cause !== undefined && { cause }) },
  );
}
