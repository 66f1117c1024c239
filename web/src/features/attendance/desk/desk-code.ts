/** What was scanned or typed at the desk, as far as the device can tell without the service. */
type DeskCode =
  | { readonly kind: 'person'; readonly userId: number; readonly code: string }
  /** Six digits that a person reads out: the service knows whose they are. */
  | { readonly kind: 'digits'; readonly code: string }
  | { readonly kind: 'expired' | 'poster' | 'unknown' };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Codes of the day count days, all others count minutes. */
const firstMinute = 1_000_000;

/** The service judges by the time of the scan as well, so what is old here is old there. */
export function readDeskCode(text: string, nowMs: number): DeskCode {
  const trimmed = text.trim();
  if (/^\d{3}[\s-]?\d{3}$/.test(trimmed)) return { kind: 'digits', code: trimmed.replace(/\D/g, '') };
  if (/^mp1\.\d{1,15}\.[\w-]{22}$/.test(trimmed) || /\/shifts\/\d+\?code=mp1\./.test(trimmed))
    return { kind: 'poster' };
  const [, id, window] = /^mc1\.(\d{1,15})\.(\d{1,12})\.[\w-]{22}$/.exec(trimmed) ?? [];
  if (id === undefined) return { kind: 'unknown' };
  if (!isFresh(Number(window), nowMs)) return { kind: 'expired' };
  return { kind: 'person', userId: Number(id), code: trimmed };
}

function isFresh(window: number, nowMs: number): boolean {
  if (window < firstMinute) {
    const today = Math.floor(nowMs / dayMs);
    return window === today || window === today - 1;
  }
  const minute = Math.floor(nowMs / minuteMs);
  return window <= minute + 1 && window > minute - 3;
}

/** As names are compared while someone types: "jose" finds José, "strasse" finds Straße. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ı', 'i')
    .replace(/\s+/g, ' ')
    .trim();
}
