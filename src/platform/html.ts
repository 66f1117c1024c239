export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export interface HtmlPage {
  readonly language?: string;
  readonly title: string;
  readonly style?: string;
  /** More for the head, as HTML. */
  readonly head?: string;
  /** As HTML. */
  readonly body: string;
}

/** Every page and message that is not part of the web app. */
export function htmlPage({ language = 'en', title, style = '', head = '', body }: HtmlPage): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escapeHtml(title)}</title>${style === '' ? '' : `<style>${style}</style>`}</head>
<body>
${body}
</body></html>
`;
}

/** Colors that the reader's program may turn dark: nothing here paints its own background except the button. */
export const plainStyle =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  'body{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;max-width:36rem;margin:0 auto;padding:1.25rem}' +
  'h1{font-size:1.25rem;line-height:1.3}' +
  'table{border-collapse:collapse;margin:1rem 0}th{text-align:left;font-weight:600;vertical-align:top;padding:.15rem 1rem .15rem 0}td{padding:.15rem 0}' +
  '.button{display:inline-block;background:#1d4ed8;color:#ffffff;border:0;border-radius:.4rem;padding:.75rem 1.25rem;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}' +
  '.small{font-size:.875rem;opacity:.8;border-top:1px solid #8888;margin-top:1.5rem;padding-top:.75rem}';
