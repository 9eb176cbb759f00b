import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from '../kit/icons.tsx';
import { parseInline } from './parse.ts';
import { Nodes } from './render.tsx';

interface CalloutProps {
  readonly kind: string;
  /** "+" and "-" make it foldable, "-" folds it. */
  readonly fold: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

const styles: Record<string, readonly [tone: string, icon: IconName]> = {
  abstract: ['info', 'outline'],
  summary: ['info', 'outline'],
  tldr: ['info', 'outline'],
  info: ['info', 'info'],
  todo: ['info', 'check'],
  tip: ['good', 'info'],
  hint: ['good', 'info'],
  important: ['accent', 'warning'],
  success: ['good', 'check'],
  check: ['good', 'check'],
  done: ['good', 'check'],
  question: ['warn', 'info'],
  help: ['warn', 'info'],
  faq: ['warn', 'info'],
  warning: ['warn', 'warning'],
  caution: ['warn', 'warning'],
  attention: ['warn', 'warning'],
  failure: ['bad', 'close'],
  fail: ['bad', 'close'],
  missing: ['bad', 'close'],
  danger: ['bad', 'warning'],
  error: ['bad', 'warning'],
  bug: ['bad', 'warning'],
  example: ['accent', 'outline'],
  quote: ['plain', 'edit'],
  cite: ['plain', 'edit'],
};

export function Callout({ kind, fold, title, children, ...at }: CalloutProps): JSX.Element {
  const [tone, icon] = styles[kind] ?? ['info', 'edit'];
  const head = (
    <>
      <Icon name={icon} />
      <span>
        {title === '' ? (
          kind.charAt(0).toUpperCase() + kind.slice(1)
        ) : (
          <Nodes nodes={parseInline(title)} />
        )}
      </span>
    </>
  );
  if (fold === '') {
    return (
      <div class={`callout ${tone}`} {...at}>
        <div class="callout-title">{head}</div>
        <div class="callout-body">{children}</div>
      </div>
    );
  }
  return (
    <details class={`callout ${tone}`} open={fold === '+'} {...at}>
      <summary class="callout-title">
        {head}
        <span class="fold-mark">
          <Icon name="chevron" size={12} />
        </span>
      </summary>
      <div class="callout-body">{children}</div>
    </details>
  );
}
