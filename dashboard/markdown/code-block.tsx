import type { JSX } from 'preact';
import { QueryAnswer } from '../views/query/answer.tsx';
import { BaseAnswer } from '../views/query/base-answer.tsx';
import { useNote } from './context.ts';
import { Diagram } from './diagram.tsx';
import { Highlighted } from './highlighted.tsx';
import { useLines } from './lines.ts';
import type { Node } from './parse.ts';

/** Code as it is, but for queries: those are asked, and their answers shown. */
export function CodeBlock({ node }: { node: Node }): JSX.Element {
  const { path } = useNote();
  const at = useLines(node);
  const { content: code, info } = node.token;
  const [language = ''] = info.trim().toLowerCase().split(/\s+/);
  if (language === 'dataview' || language === 'base') {
    return (
      <div class="live-query" {...at}>
        {language === 'base' ? (
          <BaseAnswer text={code} from={path} />
        ) : (
          <QueryAnswer query={code} from={path} />
        )}
      </div>
    );
  }
  if (language === 'mermaid') return <Diagram text={code} at={at} />;
  return (
    <figure class="code" {...at}>
      {language !== '' && <figcaption>{language}</figcaption>}
      <pre class="scroll" tabIndex={0}>
        <Highlighted code={code.replace(/\n$/, '')} language={language} />
      </pre>
    </figure>
  );
}
