import { stripVTControlCharacters } from 'node:util';

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  /** What a search has found. */
  match: ['1;31', '22;39'],
} as const;

/** Words with colours, or without any where they would not be seen. */
export interface Style extends Readonly<Record<keyof typeof codes, (text: string) => string>> {
  /** A link, in terminals that show links. */
  link(text: string, url: string): string;
}

export interface StyleOptions {
  readonly hasColour: boolean;
  readonly hasLinks: boolean;
}

export function createStyle({ hasColour, hasLinks }: StyleOptions): Style {
  const paint = (name: keyof typeof codes) => (text: string) => {
    const [on, off] = codes[name];
    return hasColour && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  };
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    magenta: paint('magenta'),
    cyan: paint('cyan'),
    match: paint('match'),
    link: (text, url) => (hasLinks ? `\x1b]8;;${url}\x1b\\${text}\x1b]8;;\x1b\\` : text),
  };
}

/** Colours are for terminals; `NO_COLOR` and `FORCE_COLOR` have the last word. */
export function hasColour(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return true;
  return isTerminal && env.TERM !== 'dumb';
}

/** Terminals that are known to show links; others might print the codes. */
export function hasLinks(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (!isTerminal || env.NO_COLOR || env.TMUX) return false;
  if (Number(env.VTE_VERSION ?? 0) >= 5000 || env.WT_SESSION || env.KITTY_WINDOW_ID) return true;
  return ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper'].includes(env.TERM_PROGRAM ?? '');
}

/** Opens a note in the app. */
export function toObsidianUrl(vault: string, path: string): string {
  return `obsidian://open?vault=${encodeURIComponent(vault)}&file=${encodeURIComponent(path)}`;
}

/** Characters that take two columns: East Asian scripts and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Marks, joiners and variation selectors, which take none. */
const invisible = /\p{Mark}|\u200d|\ufe0f/u;

/** How wide a text is on the screen; codes of colours and links take no room. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text)) {
    if (!invisible.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}
