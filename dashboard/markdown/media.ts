const pictures = /^(png|jpe?g|gif|webp|avif|bmp|svg)$/;
const sounds = /^(mp3|wav|ogg|m4a|flac|opus|3gp)$/;
const films = /^(mp4|webm|mov|ogv|mkv)$/;

export type FileKind = 'base' | 'canvas' | 'film' | 'other' | 'pdf' | 'picture' | 'sound';

/** How a file can be shown, by the ending of its name. */
export function kindOf(ending: string): FileKind {
  if (pictures.test(ending)) return 'picture';
  if (sounds.test(ending)) return 'sound';
  if (films.test(ending)) return 'film';
  return ending === 'pdf' || ending === 'base' || ending === 'canvas' ? ending : 'other';
}

export function isPicture(ending: string): boolean {
  return pictures.test(ending);
}
