interface WeekInfo {
  /** 1 is Monday, 7 is Sunday. */
  readonly firstDay: number;
}
type Regional = Intl.Locale & { getWeekInfo?(): WeekInfo; readonly weekInfo?: WeekInfo };

/** Where the browser doesn't say: regions whose weeks begin on Sunday, and on Saturday. */
const sunday = new Set(
  'AG AS BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'.split(
    ' ',
  ),
);
const saturday = new Set('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' '));

/** On which day weeks begin where people write like this: 0 is Monday, 6 is Sunday. */
export function firstWeekday(tag: string): number {
  const locale: Regional = new Intl.Locale(tag);
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (info !== undefined) return (info.firstDay + 6) % 7;
  const { region = '' } = locale.maximize();
  return sunday.has(region) ? 6 : saturday.has(region) ? 5 : 0;
}

/** The weekdays in the reader's order: 0 is Monday. */
export function weekdaysFrom(first: number): number[] {
  return Array.from({ length: 7 }, (_, index) => (first + index) % 7);
}

/** The first day of the week in which a day lies, as 2026-11-09. */
export function weekStart(day: string, first: number): string {
  const noonMs = Date.parse(`${day}T12:00:00Z`);
  const back = (new Date(noonMs).getUTCDay() + 6 - first) % 7;
  return new Date(noonMs - back * 86_400_000).toISOString().slice(0, 10);
}
