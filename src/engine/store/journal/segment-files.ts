import { readdirSync } from 'node:fs';

/** The numbers of the segments of a journal, oldest first. */
export function listSegments(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^\d{6}\.steps$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);
}

export function segmentFile(folder: string, number: number, ending: 'steps' | 'pack'): string {
  return `${folder}/${String(number).padStart(6, '0')}.${ending}`;
}
