import type { JSX } from 'preact';
import { QueryAnswer } from '../views/query/answer.tsx';
import { useNote } from './context.ts';
import { highlight } from './highlight.tsx';
import { useLines } from './lines.ts';
import type { Node } from './parse.ts';

/** Code as it is, but for queries: those are asked, and their answers shown. */
export function CodeBlock({ node }: { node: Node }): JSX.Element {
  const { path, depth } = useNote();
  const at = useLines(node);
  const { content: code, info } = node.token;
  const [language = ''] = info.trim().toLowerCase().split(/\s+/);
  if ((language === 'dataview' || language === 'base') && depth === 0) {
    return (
      <div class="live-query" {...at}>
        <QueryAnswer mode={language === 'base' ? 'base' : 'dql'} query={code} from={path} />
      </div>
    );
  }
  return (
    <figure class="code" {...at}>
      {language !== '' && <figcaption>{language}</figcaption>}
      <pre class="scroll" tabIndex={0}>
        <code>{highlight(code.replace(/\n$/, ''), language)}</code>
      </pre>
    </figure>
  );
}
