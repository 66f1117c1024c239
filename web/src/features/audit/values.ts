import { isDay } from '../../time/calendar.ts';
import { isNothing } from './difference.ts';

/** How values are said in the reader's language. */
export interface ValueWords {
  /** `draft` of the field `status`. Undefined where there is no word: it stays as it is. */
  wordOf(field: string, code: string): string | undefined;
  /** The name of a field within a value. */
  fieldOf(name: string): string;
  moment(at: string): string;
  day(day: string): string;
  yes(is: boolean): string;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
/** Texts that people write can look like a time: only these fields hold one. */
const timeField = /_(at|time|until)$|^since$/;
const dayField = /^(day|from|to)$/;

/** A value of a field (`policies.swap_mode`) as people read it. */
export function valueText(path: string, value: unknown, words: ValueWords): string {
  if (typeof value === 'boolean') return words.yes(value);
  if (typeof value === 'string') return stringText(path, value, words);
  if (Array.isArray(value)) return listText(path, value, words);
  if (typeof value === 'object' && value !== null) return objectText(value, words);
  return String(value);
}

function stringText(path: string, value: string, words: ValueWords): string {
  const [name = path, within] = path.split('.').reverse();
  if (timeField.test(name) && instant.test(value)) return words.moment(value);
  if (dayField.test(name) && isDay(value)) return words.day(value);
  // A step is noted by its key: `steps.training`.
  return words.wordOf(within === 'steps' ? 'step_status' : name, value) ?? value;
}

function listText(path: string, values: readonly unknown[], words: ValueWords): string {
  const isLong = values.some((one) => typeof one === 'object');
  return values.map((one) => valueText(path, one, words)).join(isLong ? '\n' : ', ');
}

/** A role of a shift: “Name: Driver, Spots: 2”. */
function objectText(value: object, words: ValueWords): string {
  return Object.entries(value)
    .filter(([, inner]) => !isNothing(inner))
    .map(([name, inner]) => `${words.fieldOf(name)}: ${valueText(name, inner, words)}`)
    .join(', ');
}
