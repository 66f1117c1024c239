const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * The rule of a series whose first occurrence moves from one day to another: every Wednesday becomes every Thursday, the
 * 15th becomes the 16th. A rule that picks among several days of a month or a year stays as it is.
 */
export function movedRule(rule: string, from: Temporal.PlainDate, to: Temporal.PlainDate): string {
  if (from.equals(to) || /\bBYSETPOS=/i.test(rule)) return rule;
  const days = from.until(to, { largestUnit: 'day' }).days;
  return rule
    .replace(/\b(BYDAY)=([^;\s]*)/i, (part, name: string, list: string) => {
      const items = list.toUpperCase().split(',');
      if (items.every((item) => weekdays.includes(item)))
        return `${name}=${items.map((item) => laterBy(item, days)).join()}`;
      const [only = ''] = items;
      return items.length === 1 ? `${name}=${countLike(only, to)}${weekdays[to.dayOfWeek - 1]}` : part;
    })
    .replace(/\b(BYMONTHDAY)=([^;\s]*)/i, (part, name: string, list: string) =>
      /^[+-]?\d+$/.test(list) ? `${name}=${list.startsWith('-') ? fromTheEnd(to) : to.day}` : part,
    );
}

function laterBy(weekday: string, days: number): string {
  const at = weekdays.indexOf(weekday) + days;
  return weekdays[((at % 7) + 7) % 7] ?? weekday;
}

/** The how-manieth of its weekday in its month the day is, from the side that the rule counts from. */
function countLike(item: string, day: Temporal.PlainDate): number {
  return item.startsWith('-') ? -Math.ceil(-fromTheEnd(day) / 7) : Math.ceil(day.day / 7);
}

const fromTheEnd = (day: Temporal.PlainDate): number => day.day - day.daysInMonth - 1;
