import { restLimits } from '../../contract/rest-limits.ts';
import { periodicLocate, periodicRecent } from '../../operations/note/periodic-locate.ts';
import { perform } from '../../operations/perform.ts';
import { RestError } from './errors.ts';
import type { RestExchange } from './exchange.ts';
import { type RestReply, replyJson } from './frame.ts';
import { decodeParts } from './paths.ts';
import { answerFile } from './resources.ts';

/** `/periodic/PERIOD/`, of a date with `/YYYY/MM/DD/` after it. */
export async function answerPeriodic(exchange: RestExchange): Promise<RestReply> {
  const { request, session, signal } = exchange;
  const [name = '', ...parts] = decodeParts(exchange.parts);
  const found = periodicLocate.input.shape.period.safeParse(name);
  if (!found.success) throw new RestError('period-unknown', `"${name}"`);
  const period = found.data;
  if (request.method === 'GET' && parts[0] === 'recent') return listRecent(exchange, period);
  const { date, target } = splitDate(parts);
  const asked = { period, ...(date !== undefined && { date }) };
  const { path, exists, start } = await perform(session, periodicLocate, asked, signal());
  if (!exists && !['PUT', 'POST', 'PATCH'].includes(request.method)) {
    throw new RestError('period-note-missing', path);
  }
  const type = exists ? 'file' : 'nothing';
  return answerFile({
    ...exchange,
    endsInSlash: false,
    path,
    type,
    target,
    isNamedElsewhere: true,
    start,
  });
}

type Period = Parameters<typeof periodicLocate.run>[1]['period'];

/** No release of the plugin has this, but a client asks for it. */
async function listRecent(
  { request, session, signal }: RestExchange,
  period: Period,
): Promise<RestReply> {
  const wanted = Number(request.query.get('limit') ?? restLimits.recentDefault);
  const isWhole = Number.isInteger(wanted) && wanted > 0;
  const limit = isWhole ? Math.min(wanted, restLimits.recentMax) : restLimits.recentDefault;
  const withContent = request.queryFlag('includeContent');
  const asked = { period, limit, withContent };
  const { notes } = await perform(session, periodicRecent, asked, signal());
  return replyJson(notes);
}

/** A date is three numbers; anything else names a part of the note. */
function splitDate(parts: readonly string[]): { date?: string; target: readonly string[] } {
  const [year = '', month = '', day = '', ...target] = parts;
  const isDate = /^\d{4}$/.test(year) && /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day);
  if (!isDate) return { target: parts };
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (Number.isNaN(Date.parse(date))) throw new RestError('bad-request', `No such day: ${date}`);
  return { date, target };
}
