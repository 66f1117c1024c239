import { formatShort } from '#platform/language/moments.ts';
import { isAboutRegistration } from '../rules/kinds.ts';
import { textFor } from '../rules/messages.ts';
import type { NoticeRow } from '../sql/letters.ts';
import { cancellationOf, wordsFor } from './compose-letter.ts';

export interface NamedNotice {
  readonly title: string;
  /** What a coordinator wrote. */
  readonly text: string | null;
  /** A page of the web app. */
  readonly href: string;
}

/** A notice in a line, for lists and browsers: what its email has as subject. */
export function nameNotice(row: NoticeRow): NamedNotice {
  const { say, locale } = wordsFor(row);
  const { kind, organization_name: organization, start_time: start } = row;
  const title = row.title ?? '';
  const day = start === null ? '' : formatShort(locale, start, row.time_zone ?? 'UTC');
  const shift = { title, day };
  const href = row.shift_id === null ? '/notifications' : `/shifts/${row.shift_id}`;
  if (isAboutRegistration(kind)) {
    const letter = kind === 'signup_cancelled' ? cancellationOf(row) : kind;
    return { title: say(`mail.${letter}.subject`, shift), text: null, href };
  }
  switch (kind) {
    case 'shift_asked': {
      const subject = row.ask?.urgent ? 'urgentSubject' : 'subject';
      return { title: say(`mail.shift_asked.${subject}`, shift), text: row.ask?.message || null, href };
    }
    case 'shift_message': {
      const message = textFor(row.message_texts, row.language);
      return { title: message?.subject ?? say('kinds.shift_message'), text: message?.text ?? null, href };
    }
    case 'badge_awarded': {
      const badge = String(row.event_data?.name ?? '');
      return { title: say('mail.badge_awarded.subject', { badge }), text: null, href: '/me/badges' };
    }
    case 'journey_reminder':
      return { title: say('inApp.journey_reminder'), text: null, href: '/me/journeys' };
    case 'understaffed':
      return { title: say('inApp.understaffed', { organization }), text: null, href: '/manage' };
    case 'member_removed':
      return {
        title: say('mail.member_removed.subject', { organization }),
        text: null,
        href: '/notifications',
      };
  }
}
