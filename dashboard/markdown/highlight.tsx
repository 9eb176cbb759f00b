import type { ComponentChildren } from 'preact';

const cWords =
  'abstract as async await break case catch class const continue def default do else enum export extends false final finally fn for from func function if implements import in interface is lambda let loop match mod module mut namespace new nil none null package pass private protected pub public raise return self static struct super switch this throw trait true try type typeof undefined use var void where while with yield and or not del global elif except select insert update delete from into values join on group order by limit create table then fi done esac echo local';
const words = new Set(cWords.split(' '));

const hashComments =
  /^(py|python|sh|bash|zsh|shell|rb|ruby|yaml|yml|toml|ini|r|perl|make|dockerfile)$/;
const plain = /^(|text|txt|plain|md|markdown|log|output)$/;

/** Good enough to read: comments, texts, numbers and the words that most languages share. */
export function highlight(code: string, language: string): ComponentChildren {
  if (plain.test(language)) return code;
  const comment = hashComments.test(language)
    ? '#[^\\n]*'
    : '\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?\\*\\/|<!--[\\s\\S]*?-->|--[ ][^\\n]*';
  const pattern = new RegExp(
    `(${comment})|("(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'|\`(?:\\\\.|[^\`\\\\])*\`)|(\\b\\d[\\d_.a-fx]*\\b)|([A-Za-z_]\\w*)`,
    'g',
  );
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const found of code.matchAll(pattern)) {
    const kind = kindOf(found);
    if (kind === undefined) continue;
    parts.push(code.slice(at, found.index), <span class={kind}>{found[0]}</span>);
    at = found.index + found[0].length;
  }
  return [...parts, code.slice(at)];
}

function kindOf([, comment, text, number, word]: RegExpMatchArray): string | undefined {
  if (comment !== undefined) return 'code-comment';
  if (text !== undefined) return 'code-text';
  if (number !== undefined) return 'code-number';
  return word !== undefined && words.has(word) ? 'code-word' : undefined;
}
