export interface SitePage {
  readonly address: string;
  readonly text?: string;
  readonly file?: string;
}
export interface SiteSection {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}
export function listPages(): SitePage[];
export function listSections(): SiteSection[];
