import type { Moment } from 'moment';

/** What the variables of a template stand for. */
export interface TemplateFacts {
  readonly title: string;
  readonly now: Pick<Moment, 'format'>;
  readonly dateFormat: string;
  readonly timeFormat: string;
}

/** `{{title}}`, `{{date}}`, `{{time}}`, the latter two with a format of their own after a colon. */
export function fillTemplate(
  text: string,
  { title, now, dateFormat, timeFormat }: TemplateFacts,
): string {
  return text.replace(
    /\{\{\s*(title|date|time)\s*(?::([^{}]*))?\}\}/gi,
    (_, variable: string, format: string | undefined) => {
      if (variable.toLowerCase() === 'title') return title;
      const usual = variable.toLowerCase() === 'date' ? dateFormat : timeFormat;
      return now.format(format?.trim() || usual);
    },
  );
}
