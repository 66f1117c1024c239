import format from 'use-intl/format-message/format-only';

type Arguments = Parameters<typeof format>;
type Values = Arguments[2];

/** Letters of scripts that are written from right to left, and characters that change the direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Fills in a text. The build gives it to use-intl (web/compiled-texts.ts). */
export default function formatMessage(
  ...[key, message, values, options]: Arguments
): ReturnType<typeof format> {
  return format(key, message, withIsolates(values), options);
}
formatMessage.raw = format.raw;

/** Isolates a Hebrew or Arabic name, so that a number or a comma after it isn't shown in front of it. */
function withIsolates(values: Values): Values {
  const found = Object.entries(values ?? {}).filter(
    ([, value]) => typeof value === 'string' && rightToLeft.test(value),
  );
  if (found.length === 0) return values;
  return { ...values, ...Object.fromEntries(found.map(([name, value]) => [name, `\u2068${value}\u2069`])) };
}
