import type { Call } from '#kernel/call.ts';
import { localeOf } from '#kernel/language.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import type { Fact } from '#platform/mail/letter.ts';
import { formatSpan, readerLocale } from '#platform/language/moments.ts';
import { linkPage } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { authorize } from '#slices/organizations/index.ts';
import { readCantComeToken, readUnsubscribeToken } from './gate.ts';
import { type Texts, textsIn } from './messages/index.ts';
import type { LinkOutcome } from './schema.ts';
import { findLinked, type LinkedRow } from './sql/letters.ts';
import { selectOfPerson } from './sql/queue.ts';
import { selectSetup } from './sql/setup.ts';

/** What an admin still has to do before volunteers can come. */
export async function readSetup({ database, config }: Platform, call: Call, organizationId: number) {
  const grant = await authorize(database.db, call, 'organization.change', organizationId);
  const steps = await selectSetup(database.db, grant.organizationId);
  const mail = config.smtpUrl ? ('smtp' as const) : config.demo ? ('mailbox' as const) : ('none' as const);
  return { ...steps, mail };
}

/** Asks; only the button does something. Before, and after with what came of it. */
export async function cantComePage(
  platform: Platform,
  token: string,
  result?: LinkOutcome,
): Promise<RawAnswer> {
  const { db, sealer } = platform.database;
  const row = await findLinked(db, readCantComeToken(sealer, token));
  if (!row) throw refuse('token_invalid');
  const { cantComePage: words, labels } = textsIn(row.language);
  const page = { language: row.language, facts: factsOf(row, labels) };
  const outcome = result?.outcome ?? (row.status === 'cancelled' ? 'gone' : 'asked');
  switch (outcome) {
    case 'asked':
      return linkPage({
        ...page,
        title: words.title,
        paragraphs: [words.question(row.user_name)],
        buttons: [{ label: words.button }],
      });
    case 'cancelled':
      return linkPage({ ...page, title: words.doneTitle, paragraphs: [words.done] });
    case 'gone':
      return linkPage({ ...page, title: words.goneTitle, paragraphs: [words.gone] });
    case 'refused':
      return linkPage({ ...page, title: words.refusedTitle, paragraphs: [words.refused] });
  }
}

function factsOf(row: LinkedRow, labels: Texts['labels']): Fact[] {
  const span = { start: row.start_time, end: row.end_time };
  const facts: Fact[] = [
    [labels.what, row.title],
    [labels.when, formatSpan(readerLocale(localeOf(row.language), row.time_zone), span, row.time_zone)],
    [labels.where, row.location],
    [labels.organization, row.organization_name],
  ];
  return facts.filter(([, value]) => value !== '');
}

export async function unsubscribePage(
  platform: Platform,
  token: string,
  done?: 'kind' | 'all',
): Promise<RawAnswer> {
  const { db, sealer } = platform.database;
  const { userId, kind } = readUnsubscribeToken(sealer, token);
  const profile = await findProfile(db, userId);
  if (!profile) throw refuse('token_invalid');
  const { unsubscribePage: words, notices } = textsIn(profile.language);
  const { name } = notices[kind];
  const { language } = profile;
  if (done !== undefined) {
    const text = done === 'all' ? words.doneAll : words.done(name);
    return linkPage({ language, title: words.doneTitle, paragraphs: [text] });
  }
  return linkPage({
    language,
    title: words.title,
    paragraphs: [words.question(name, profile.email ?? '')],
    buttons: [{ label: words.button }, { label: words.allButton, query: 'scope=all' }],
  });
}

export async function readHeldOnPerson(db: Reader, userId: number) {
  const rows = await selectOfPerson(db, userId);
  return rows.map((row) => ({
    ...row,
    created_at: formatInstant(row.created_at),
    sent_at: formatOptionalInstant(row.sent_at),
  }));
}
