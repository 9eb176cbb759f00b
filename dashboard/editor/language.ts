import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { yamlFrontmatter } from '@codemirror/lang-yaml';
import type { LanguageSupport } from '@codemirror/language';

/** A note: Markdown with properties above it. */
export function noteLanguage(): LanguageSupport {
  return yamlFrontmatter({ content: markdown({ base: markdownLanguage }) });
}
