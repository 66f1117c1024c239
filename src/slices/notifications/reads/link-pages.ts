import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { knownLanguage, localeOf } from '#platform/language/index.ts';
import { formatMoment, formatSpan } from '#platform/language/moments.ts';
import { type Fact, linkPage } from '#platform/mail/email.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { findAsk, isOpen, outcomeOnShift } from '#slices/asks/index.ts';
import { readAskToken, readCantComeToken, readUnsubscribeToken } from '../gate.ts';
import type en from '../messages/en.ts';
import { notificationTexts } from '../messages/index.ts';
import { paragraphsOf } from '../rules/messages.ts';
import type { AskLinkResult, LinkOutcome } from '../schema/links.ts';
import { findLinked, type LinkedRow } from '../sql/notices.ts';

/** The page asks; only its button cancels. Afterwards it says what happened. */
export async function cantComePage(
  platform: Platform,
  call: Call,
  token: string,
  result?: LinkOutcome,
): Promise<RawAnswer> {
  const { db, sealer } = platform.database;
  const row = await findLinked(db, readCantComeToken(sealer, token));
  if (!row) throw refuse('token_invalid');
  const { language, user_name: name } = row;
  const say = (part: keyof typeof en.pages.cantCome) =>
    notificationTexts.say(language, `pages.cantCome.${part}`, { name });
  const page = { language, facts: factsOf(call, row) };
  const outcome = result?.outcome ?? (row.status === 'cancelled' ? 'gone' : 'asked');
  switch (outcome) {
    case 'asked':
      return linkPage({
        ...page,
        title: say('title'),
        paragraphs: [say('question')],
        buttons: [{ label: say('button') }],
      });
    case 'cancelled':
      return linkPage({ ...page, title: say('doneTitle'), paragraphs: [say('done')] });
    case 'gone':
      return linkPage({ ...page, title: say('goneTitle'), paragraphs: [say('gone')] });
    case 'refused':
      return linkPage({ ...page, title: say('refusedTitle'), paragraphs: [say('refused')] });
  }
}

/** Asks, with one button for the answer that was clicked in the email; afterwards it says what happened. */
export async function askPage(
  platform: Platform,
  call: Call,
  token: string,
  { answer, result }: { answer?: 'accept' | 'decline' | undefined; result?: AskLinkResult },
): Promise<RawAnswer> {
  const { db, sealer } = platform.database;
  const { askId, userId } = readAskToken(sealer, token);
  const [ask, profile] = await Promise.all([findAsk(db, askId, userId), findProfile(db, userId)]);
  if (!ask || !profile) throw refuse('token_invalid');
  const { language, name } = profile;
  const say = (part: keyof typeof en.pages.ask) =>
    notificationTexts.say(language, `pages.ask.${part}`, {
      name,
      sender: ask.sender_name ?? ask.organization_name,
    });
  const facts = factsOf(call, { ...ask, language });
  const page = { language, facts };
  if (result)
    return linkPage({ ...page, title: say(`${result.outcome}Title`), paragraphs: [result.message] });
  const onShift = outcomeOnShift(ask.registration_status);
  if (onShift || !isOpen(ask, call.now)) {
    const outcome = onShift ?? (ask.status === 'declined' ? 'declined' : 'closed');
    return linkPage({ ...page, title: say(`${outcome}Title`), paragraphs: [say(outcome)] });
  }
  const answers = answer ? [answer] : (['accept', 'decline'] as const);
  const until = formatMoment(
    localeFor(call, language, ask.time_zone),
    ask.expires_at ?? ask.start_time,
    ask.time_zone,
    call.now,
  );
  return linkPage({
    language,
    facts: [...facts, [notificationTexts.say(language, 'labels.answerBy'), until]],
    title: say('title'),
    paragraphs: [say('question'), ...(ask.message === '' ? [] : paragraphsOf(ask.message))],
    buttons: answers.map((one) => ({ label: say(one), query: `answer=${one}` })),
  });
}

type ShiftOfLink = Pick<
  LinkedRow,
  'language' | 'title' | 'location' | 'start_time' | 'end_time' | 'time_zone' | 'organization_name'
> & { readonly role_name?: string | null };

/** The device of the reader says how they write dates, if it is in the language of their account. */
const localeFor = ({ language: tag }: Call, language: string, zone: string) =>
  localeOf(knownLanguage(tag) === language ? tag : language, zone);

function factsOf(call: Call, row: ShiftOfLink): Fact[] {
  const label = (name: keyof typeof en.labels) => notificationTexts.say(row.language, `labels.${name}`);
  const locale = localeFor(call, row.language, row.time_zone);
  const facts: Fact[] = [
    [label('what'), row.title],
    [
      label('when'),
      formatSpan(locale, { start: row.start_time, end: row.end_time }, row.time_zone, call.now),
    ],
    [label('where'), row.location],
    [label('role'), row.role_name ?? ''],
    [label('organization'), row.organization_name],
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
  const { language, email } = profile;
  const values = { kind: notificationTexts.say(language, `kinds.${kind}`), email: email ?? '' };
  const say = (part: keyof typeof en.pages.unsubscribe) =>
    notificationTexts.say(language, `pages.unsubscribe.${part}`, values);
  if (done !== undefined) {
    const text = say(done === 'all' ? 'doneAll' : 'done');
    return linkPage({ language, title: say('doneTitle'), paragraphs: [text] });
  }
  return linkPage({
    language,
    title: say('title'),
    paragraphs: [say('question')],
    buttons: [{ label: say('button') }, { label: say('allButton'), query: 'scope=all' }],
  });
}
