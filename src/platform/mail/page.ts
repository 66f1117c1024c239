import { escapeHtml, htmlPage, plainStyle } from '#platform/html.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { type Fact, factTable } from './letter.ts';

/** The page behind a link of an email. It needs no script and no login. */
export interface LinkPage {
  readonly language: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly Fact[];
  /** Mail scanners follow links, so the link only asks; the button posts to the page. */
  readonly buttons?: readonly { readonly label: string; readonly query?: string }[];
}

export function linkPage(page: LinkPage): RawAnswer {
  const forms = (page.buttons ?? []).map(
    ({ label, query }) =>
      `<form method="post"${query === undefined ? '' : ` action="?${escapeHtml(query)}"`}><p><button class="button" type="submit">${escapeHtml(label)}</button></p></form>`,
  );
  const body = htmlPage({
    language: page.language,
    title: page.title,
    style: `${plainStyle}.button{width:100%;min-height:3rem}`,
    head: '<meta name="robots" content="noindex">',
    body: `<main>
<h1>${escapeHtml(page.title)}</h1>
${page.paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${factTable(page.facts ?? [])}
${forms.join('\n')}
</main>`,
  });
  return new RawAnswer('text/html; charset=utf-8', body, {
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  });
}
