import { formatInstant } from '#kernel/time.ts';
import type { Database, Reader, Tx } from '#platform/db/index.ts';
import { escapeHtml, htmlPage } from '#platform/html.ts';
import type { Attachment } from './mailer.ts';

/** An email of the demo, which has no mail server. */
export interface KeptMail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Where the links of the HTML part lead: what a reader of it could click. */
  readonly links: readonly string[];
  readonly attachments: readonly Attachment[];
  readonly created_at: string;
}

export async function readMailbox(database: Pick<Database, 'db'>): Promise<KeptMail[]> {
  return await select(database.db, undefined);
}

/** What is kept for one address: part of what is held on a person. */
export async function mailTo(database: Pick<Database, 'db'>, address: string): Promise<KeptMail[]> {
  return await select(database.db, address);
}

export async function forgetMail(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('undelivered_mail').where('recipient', '=', address).execute();
}

async function select(db: Reader, address: string | undefined): Promise<KeptMail[]> {
  let query = db
    .selectFrom('undelivered_mail')
    .select(['id', 'recipient', 'subject', 'body_text', 'body_html', 'attachments', 'created_at'])
    .orderBy('id', 'desc');
  query = address === undefined ? query.limit(100) : query.where('recipient', '=', address);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    links: linksOf(row.body_html ?? ''),
    attachments: row.attachments as unknown as Attachment[],
    created_at: formatInstant(row.created_at),
  }));
}

export function mailboxPage(mails: readonly KeptMail[]): string {
  const items = mails.map(article).join('\n');
  return htmlPage({
    title: 'Muster: demo mailbox',
    style:
      ':root{color-scheme:light dark;background:light-dark(#fff,#161616);color:light-dark(#111,#eee)}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}article{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.5rem;padding:0 1rem;margin:1rem 0}h2{font-size:1.1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}a{color:light-dark(#0b57d0,#9ec1ff)}',
    body: `<main><h1>Demo mailbox</h1><p>SMTP_URL is not set, so emails are shown here instead of being sent.</p>
${items || '<p>No emails yet.</p>'}
</main>`,
  });
}

function article(mail: KeptMail): string {
  const links = mail.links.map((url) => `<li>${linkify(escapeHtml(url))}</li>`);
  const attachments = mail.attachments.map(
    ({ filename, contentType, content }) =>
      `<details><summary>${escapeHtml(filename)} (${escapeHtml(contentType)})</summary><pre>${escapeHtml(content)}</pre></details>`,
  );
  return `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)} · ${mail.created_at}</p><pre>${linkify(escapeHtml(mail.text))}</pre>${
    links.length === 0
      ? ''
      : `<details><summary>Links in the HTML version</summary><ul>${links.join('')}</ul></details>`
  }${attachments.join('')}</article>`;
}

/** Of our own HTML, so that the page shows what it offers without showing what it contains. */
function linksOf(html: string): string[] {
  const found = Array.from(html.matchAll(/<a href="(https?:[^"]*)"/g), (match) => match[1] ?? '');
  return [...new Set(found)].map((url) => url.replaceAll('&amp;', '&'));
}

function linkify(escaped: string): string {
  return escaped.replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
