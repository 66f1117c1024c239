/** A field as far as this looks at it. */
interface Field {
  readonly value: string;
  readonly type: string;
  readonly isConnected: boolean;
}

const isField = (target: object): target is Field => 'value' in target && 'type' in target;
const isTick = ({ type }: Field) => type === 'checkbox' || type === 'radio';

/** Remembers the values of fields before anything was typed, and says whether one has changed. */
export function typedText() {
  const before = new Map<Field, string>();
  const ticked = new Set<Field>();
  return {
    /** Called when a field gets the focus: nothing can be typed before. */
    note(target: object): void {
      if (isField(target) && !isTick(target) && !before.has(target)) before.set(target, target.value);
    },
    changed(target: object): void {
      if (isField(target) && (isTick(target) || !before.has(target))) ticked.add(target);
    },
    isChanged: (): boolean =>
      [...ticked].some(({ isConnected }) => isConnected) ||
      [...before].some(
        ([field, text]) => field.isConnected && field.type !== 'search' && field.value !== text,
      ),
  };
}

interface NumberRule {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isWhole?: boolean;
}

/** What was typed as a number, where it is one: "0." is on the way to 0.5. */
export function numberOf(text: string | number): number | '' {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : '';
}

/** What is wrong with a number that was typed. An empty field is for `required`. */
export function numberFault(text: string | number, { min, max, isWhole = false }: NumberRule) {
  if (text === '') return undefined;
  const number = numberOf(text);
  if (number === '') return 'none';
  if ((min !== undefined && number < min) || (max !== undefined && number > max))
    return min === undefined ? 'most' : max === undefined ? 'least' : 'range';
  return isWhole && !Number.isInteger(number) ? 'whole' : undefined;
}

interface SavedForm<Values> {
  getValues(): Values;
  setInitialValues(values: Values): void;
  setValues(values: Values): void;
}

/** The form begins again with what was saved. What was typed while that was on its way stays, and is not saved yet. */
export function applySaved<Values>(form: SavedForm<Values>, sent: Values, saved: Values): void {
  const isUntouched = JSON.stringify(form.getValues()) === JSON.stringify(sent);
  form.setInitialValues(saved);
  if (isUntouched) form.setValues(saved);
}

/**
 * The newest version with what was typed into an older one: fields that nobody touched here are as they are there.
 * `both` are those that were changed in both.
 */
export function caughtUp<Values extends object>(typed: Values, before: Values, newest: Values) {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const names = Object.keys(newest) as (keyof Values & string)[];
  const touched = names.filter((name) => !isSame(typed[name], before[name]));
  return {
    values: { ...newest, ...Object.fromEntries(touched.map((name) => [name, typed[name]])) },
    both: touched.filter((name) => !isSame(newest[name], before[name]) && !isSame(newest[name], typed[name])),
  };
}

/** The text of a search field, and what the field last put into the address. */
export interface SearchText {
  readonly text: string;
  readonly inAddress: string;
  readonly sent: string | undefined;
}

/**
 * The field after the address has changed. A link, the back button or "Clear" put their text into the field; what the
 * field itself has sent comes back late, when the person may have typed on.
 */
export function followed(field: SearchText, inAddress: string): SearchText {
  if (inAddress === field.inAddress) return field;
  const isOwn = field.sent !== undefined && inAddress.trim() === field.sent.trim();
  return { text: isOwn ? field.text : inAddress, inAddress, sent: undefined };
}

/** A page is announced once, also when a skeleton with its own heading was there before. */
export function takesFocus(path: string, before: string, wasLost: boolean): boolean {
  return before !== '' && (path !== before || wasLost);
}

export interface Order {
  readonly key: string;
  readonly direction: 'ascending' | 'descending';
}

/** A column's heading goes from ascending to descending to the order in which the rows came. */
export function turned(order: Order | undefined, key: string): Order | undefined {
  if (order?.key !== key) return { key, direction: 'ascending' };
  return order.direction === 'ascending' ? { key, direction: 'descending' } : undefined;
}

const { compare } = new Intl.Collator();

export function sorted<Row>(
  rows: readonly Row[],
  by: ((row: Row) => string | number) | undefined,
  order: Order | undefined,
): readonly Row[] {
  if (by === undefined || order === undefined) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)));
  });
}
