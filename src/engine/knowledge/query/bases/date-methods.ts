import type { DateValue } from '../values/date.ts';
import { dayOfDate, formatBaseDate, relativeText } from './dates.ts';
import type { MethodTable } from './method.ts';
import { baseText } from './text.ts';

export const dateMethods: MethodTable<DateValue> = {
  date: (date) => dayOfDate(date),
  format: (date, [form = null]) => formatBaseDate(date, baseText(form)),
  relative: (date, _args, { env }) => relativeText(date, env.nowMs),
  time: (date) => date.calendar().toFormat('HH:mm:ss'),
};
