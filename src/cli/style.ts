/** Words with colours, or without any where nobody would see them. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  magenta(text: string): string;
  cyan(text: string): string;
  /** What a search has found. */
  match(text: string): string;
  /** A text that leads somewhere, in terminals that can do it. */
  link(text: string, url: string): string;
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

export interface StyleOptions {
  readonly hasColour: boolean;
  readonly hasLinks: boolean;
}

export function createStyle({ hasColour, hasLinks }: StyleOptions): Style {
  const paint =
    ([on, off]: readonly [number, number]) =>
    (text: string) =>
      hasColour && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  return {
    bold: paint(codes.bold),
    dim: paint(codes.dim),
    red: paint(codes.red),
    green: paint(codes.green),
    yellow: paint(codes.yellow),
    blue: paint(codes.blue),
    magenta: paint(codes.magenta),
    cyan: paint(codes.cyan),
    match: (text) => (hasColour ? `\x1b[1;31m${text}\x1b[22;39m` : text),
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

/** Where a click on a note leads: the app, if it is there. */
export function toObsidianUrl(vault: string, path: string): string {
  return `obsidian://open?vault=${encodeURIComponent(vault)}&file=${encodeURIComponent(path)}`;
}

/** How wide a text is on the screen: codes count nothing, wide characters count two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of stripCodes(text)) {
    const code = character.codePointAt(0) ?? 0;
    if (/\p{Mark}|\u200d|\ufe0f/u.test(character)) continue;
    width += isWide(code) ? 2 : 1;
  }
  return width;
}

export function stripCodes(text: string): string {
  return text.replace(/\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\/g, '');
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}
