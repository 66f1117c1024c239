/**
 * Libraries write style sheets with innerHTML. Text without an opening bracket makes no element, wherever it is put;
 * anything else is refused.
 */
export const permitMarkup = (text: string): string | null => (text.includes('<') ? null : text);

/** The service worker is the one script that is started by its address. */
export const permitScript = (address: string): string | null => (address === '/sw.js' ? address : null);
