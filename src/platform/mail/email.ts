import { escapeHtml, htmlPage, plainStyle } from '#platform/html.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { platformTexts } from '#platform/language/index.ts';

/** What a message says, before it becomes text and HTML. */
export interface EmailContent {
  readonly language: string;
  readonly subject: string;
  /** What mail programs show beside the subject. Left out: the first paragraph. */
  readonly preview?: string | undefined;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly Fact[];
  /** The first one is what most people will want to do. */
  readonly actions: readonly Link[];
  readonly entries?: readonly Entry[];
  readonly footer: string;
  readonly footerLinks: readonly Link[];
}

export type Fact = readonly [label: string, value: string];

export interface Link {
  readonly label: string;
  readonly url: string;
}

/** One of several items that a message is about. */
export interface Entry extends Link {
  readonly note: string;
}

export const greet = (language: string, name: string): string =>
  platformTexts.say(language, 'mail.greeting', { name });

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function renderEmail(content: EmailContent): RenderedEmail {
  return { subject: content.subject, text: toText(content), html: toHtml(content) };
}

function toText(content: EmailContent): string {
  const { entries = [] } = content;
  const blocks = [
    content.greeting,
    ...content.paragraphs,
    content.facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...entries.map(({ label, note, url }) => `* ${label}\n  ${note}\n  ${url}`),
    ...content.actions.map(({ label, url }) => `${label}:\n${url}`),
    ['-- ', content.footer, ...content.footerLinks.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** People write addresses and lists line by line. */
const withBreaks = (paragraph: string): string => escapeHtml(paragraph).replaceAll(/\r?\n/g, '<br>\n');

/** No pictures, no fonts from elsewhere, nothing that tells the sender that it was opened. */
function toHtml(content: EmailContent): string {
  const { entries = [] } = content;
  const parts = [
    previewLine(content.preview ?? content.paragraphs[0] ?? ''),
    `<p>${escapeHtml(content.greeting)}</p>`,
    ...content.paragraphs.map((paragraph) => `<p>${withBreaks(paragraph)}</p>`),
    factTable(content.facts),
    entries.length === 0 ? '' : `<ul>${entries.map(entryItem).join('')}</ul>`,
    ...content.actions.map((link, index) => `<p>${anchor(link, index === 0 ? 'button' : '')}</p>`),
    `<p class="small">${escapeHtml(content.footer)} ${content.footerLinks.map((link) => anchor(link, '')).join(' · ')}</p>`,
  ];
  return htmlPage({
    language: content.language,
    title: content.subject,
    style: plainStyle,
    head: '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">\n',
    body: parts.filter((part) => part !== '').join('\n'),
  });
}

/** Programs show the first words of a message beside its subject; without this line they would show the greeting. */
function previewLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, longestPreview);
  if (line === '') return '';
  return `<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${escapeHtml(line.toWellFormed())}</div>`;
}

const longestPreview = 150;

function factTable(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

/** Some programs drop style sheets, so the button has the styles it needs inline. */
function anchor({ label, url }: Link, className: string): string {
  const look =
    className === ''
      ? ''
      : ' class="button" style="display:inline-block;background:#1d4ed8;color:#ffffff;border-radius:6px;padding:12px 20px;font-weight:600;text-decoration:none"';
  return `<a href="${escapeHtml(url)}"${look}>${escapeHtml(label)}</a>`;
}

function entryItem(entry: Entry): string {
  return `<li>${anchor(entry, '')}<br>${escapeHtml(entry.note)}</li>`;
}

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
    // The first answer is what most people will want to give.
    style: `${plainStyle}.button{width:100%;min-height:3rem}form+form .button{background:none;color:inherit;border:1px solid}`,
    head: '<meta name="robots" content="noindex">',
    body: `<main>
<h1>${escapeHtml(page.title)}</h1>
${page.paragraphs.map((paragraph) => `<p>${withBreaks(paragraph)}</p>`).join('\n')}
${factTable(page.facts ?? [])}
${forms.join('\n')}
</main>`,
  });
  return new RawAnswer('text/html; charset=utf-8', body, {
    'content-language': page.language,
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  });
}
