import {
  declaredErrors,
  type FieldError,
  type LiftableBy,
  type ParamKind,
  type Params,
  type Refusal,
  type Remedy,
  remedyOf,
} from '#kernel/refusal.ts';
import { systemClock } from '#kernel/time.ts';
import { localeOf } from './languages.ts';
import { formatMoment, formatSpan } from './moments.ts';
import { asSentence, hasText, say, type TextValues } from './texts.ts';

/** One reason of a refusal as callers get it. */
export interface ErrorBody {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly params: Record<string, string | number | string[]>;
  readonly remedy?: Remedy;
  readonly liftable_by?: LiftableBy;
}

export function errorBody(language: string, error: FieldError): ErrorBody {
  const remedy = remedyOf(error);
  const liftableBy = declaredErrors.get(error.text)?.liftableBy;
  return {
    path: error.path,
    code: error.code,
    message: messageOf(language, error),
    params: {
      ...error.params,
      ...(error.about !== undefined && { name: error.about }),
    } as ErrorBody['params'],
    ...(remedy && { remedy }),
    ...(liftableBy && { liftable_by: liftableBy }),
  };
}

/** What happened, then what to do. A text about someone else names them. */
export function messageOf(language: string, error: FieldError): string {
  const [capability = '', name = ''] = error.text.split('.');
  const key = `${capability}.errors.${name}`;
  const hasOther = hasText('en', `${key}.other.cause`) || hasText('en', `${key}.other.fix`);
  const voice = error.about !== undefined && hasOther ? `${key}.other` : key;
  return sentences(language, voice, valuesOf(language, error));
}

/** The title of a refusal and what to do about it, in one language. */
export function refusalTexts(language: string, refusal: Refusal): { title: string; detail: string } {
  const key = `platform.refusals.${refusal.code}`;
  const [first] = refusal.errors;
  const isOneOfMany = refusal.code === 'validation_failed' && refusal.errors.length > 1;
  return {
    title: say(language, `${key}.title`),
    detail: first && !isOneOfMany ? messageOf(language, first) : sentences(language, key, {}),
  };
}

function sentences(language: string, key: string, values: TextValues): string {
  return [`${key}.cause`, `${key}.fix`]
    .filter((part) => hasText('en', part))
    .map((part) => asSentence(language, say(language, part, values)))
    .join(' ');
}

/** Parameters as a sentence names them: times in the zone of the error, lists and words in the reader's language. */
function valuesOf(language: string, { text, params, about }: FieldError): TextValues {
  const kinds = declaredErrors.get(text)?.params ?? {};
  const zoneName = Object.keys(kinds).find((name) => kinds[name] === 'zone');
  const zone = zoneName === undefined ? 'UTC' : String(params[zoneName]);
  const locale = localeOf(language, zone);
  const [capability = ''] = text.split('.');
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    shownAs(kinds[name] ?? 'text', value, { language, locale, zone, capability }),
  ]);
  const { start, end } = params;
  const span =
    typeof start === 'string' && typeof end === 'string' && kinds['start'] === 'instant'
      ? {
          span: formatSpan(
            locale,
            { start: Temporal.Instant.from(start), end: Temporal.Instant.from(end) },
            zone,
            systemClock(),
          ),
        }
      : {};
  return { ...Object.fromEntries(shown), ...span, ...(about !== undefined && { name: about }) };
}

interface Showing {
  readonly language: string;
  readonly locale: string;
  readonly zone: string;
  readonly capability: string;
}

function shownAs(kind: ParamKind, value: Params[string], showing: Showing): string | number {
  const { language, locale, zone, capability } = showing;
  const list = (texts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
    new Intl.ListFormat(locale, { type }).format([...texts]);
  const word = (one: string) => wordFor(language, capability, one);
  if (kind === 'instant')
    return formatMoment(locale, Temporal.Instant.from(String(value)), zone, systemClock());
  if (kind === 'date') return formatDate(locale, String(value));
  if (kind === 'clock') return formatClock(locale, String(value));
  if (kind === 'minutes') return formatMinutes(locale, Number(value));
  if (kind === 'seconds') return formatSeconds(locale, Number(value));
  if (kind === 'word') return word(String(value));
  if (kind === 'words') return list((value as readonly string[]).map(word));
  if (kind === 'wordOptions') return list((value as readonly string[]).map(word), 'disjunction');
  if (kind === 'options') return list(value as readonly string[], 'disjunction');
  return Array.isArray(value) ? list(value) : (value as string | number);
}

/** `date_of_birth` as the capability calls it, or any; else as it is. */
function wordFor(language: string, capability: string, word: string): string {
  const keys = [`${capability}.words.${word}`, `platform.words.${word}`];
  const known = keys.find((key) => hasText('en', key));
  return known === undefined ? word.replaceAll('_', ' ') : say(language, known);
}

function formatDate(locale: string, date: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

function formatClock(locale: string, clock: string): string {
  const [hours, minutes] = clock.split(':').map(Number);
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  return format.format(Date.UTC(2000, 0, 1, hours, minutes));
}

/** "45 seconds", "2 minutes": never less than the wait. */
function formatSeconds(locale: string, seconds: number): string {
  const [amount, unit] = seconds < 60 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

/** "45 minutes", "1 hour", "7.5 hours". */
export function formatMinutes(locale: string, minutes: number): string {
  const [amount, unit] =
    minutes < 60 ? [Math.round(minutes), 'minute'] : [Math.round((minutes / 60) * 100) / 100, 'hour'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
