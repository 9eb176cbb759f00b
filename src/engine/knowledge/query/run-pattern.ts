/** One thing to do with a pattern, as it is sent to the thread. */
export type PatternTask =
  | { readonly kind: 'test' }
  | { readonly kind: 'replace'; readonly by: string }
  | { readonly kind: 'split'; readonly limit: number | undefined };
export type PatternResult = boolean | string | string[];

/** Runs a task on a text, without any guard. */
export function runPattern(pattern: RegExp, text: string, task: PatternTask): PatternResult {
  pattern.lastIndex = 0;
  switch (task.kind) {
    case 'test':
      return pattern.test(text);
    case 'replace':
      return text.replace(pattern, task.by);
    case 'split':
      return text.split(pattern, task.limit).map((part) => part ?? '');
  }
}
