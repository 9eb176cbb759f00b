import { homedir } from 'node:os';

/** A text for people, with their home folder as shells write it. */
export function withTilde(text: string): string {
  return text.replaceAll(`${homedir()}/`, '~/');
}
