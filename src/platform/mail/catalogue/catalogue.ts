/** Every text that leaves by mail, in one language. A language is one file that has this shape. */
export interface Catalogue {
  /** For dates and numbers. */
  readonly locale: string;
  readonly greeting: (name: string) => string;
  readonly labels: Labels;
  readonly actions: Actions;
  readonly footer: (organization: string) => string;
  readonly notices: Notices;
  /** To who has cancelled for themselves. */
  readonly ownCancellation: Pick<NoticeWords, 'subject' | 'lead'>;
  readonly reasons: { readonly offerExpired: string; readonly tookAnotherSeat: string };
  readonly digest: {
    readonly subject: (shifts: number) => string;
    readonly lead: (shifts: number, organization: string) => string;
    readonly free: (free: number, capacity: number) => string;
  };
  readonly message: { readonly lead: (sender: string) => string };
  readonly honour: {
    readonly subject: (badge: string) => string;
    readonly renewed: (badge: string) => string;
    readonly lead: (badge: string, organization: string) => string;
    readonly action: string;
  };
  readonly invitation: {
    readonly subject: (organization: string) => string;
    readonly greeting: string;
    readonly lead: (organization: string) => string;
    readonly once: (days: number) => string;
    readonly accept: string;
    readonly footer: string;
  };
  /** To admins, about a person who asks to join. */
  readonly joinRequest: {
    readonly subject: (name: string, organization: string) => string;
    readonly lead: (name: string, organization: string) => string;
    readonly remedy: string;
    readonly email: string;
    readonly message: string;
    readonly action: string;
    readonly footer: (organization: string) => string;
  };
  /** To the person who asked. */
  readonly joinAnswer: {
    readonly approved: JoinAnswer;
    readonly declined: JoinAnswer;
    readonly footer: (organization: string) => string;
  };
  readonly testMail: {
    readonly subject: string;
    readonly lead: (organization: string) => string;
    readonly footer: string;
  };
  readonly passwordReset: AccountLetter<{ minutes: number }>;
  readonly verification: AccountLetter<{ hours: number }>;
  readonly stepReminder: {
    readonly subject: (step: string) => string;
    readonly lead: (step: string, journey: string) => string;
    readonly due: string;
    readonly action: string;
  };
  readonly webhookDeactivated: {
    readonly subject: (endpoint: string) => string;
    readonly gone: string;
    readonly failing: string;
    readonly remedy: string;
    readonly address: string;
    readonly open: string;
  };
  readonly removal: {
    readonly subject: (organization: string) => string;
    readonly lead: (organization: string) => string;
    /** What has ended: so many shifts, and the journeys by name. */
    readonly shifts: (count: number) => string;
    readonly journeys: (names: string) => string;
    readonly footer: (organization: string) => string;
  };
  readonly accessSuspended: {
    readonly subject: (organization: string) => string;
    /** Without a name when the account was deleted. */
    readonly lead: (name: string | null, organization: string) => string;
    readonly remedy: string;
    readonly apiKey: string;
    readonly invitation: string;
    /** An invitation that is not tied to an address. */
    readonly link: string;
    readonly action: string;
  };
  readonly cantComePage: CantComePage;
  readonly unsubscribePage: UnsubscribePage;
}

interface JoinAnswer {
  readonly subject: (organization: string) => string;
  readonly lead: (organization: string) => string;
  readonly action: string;
}

/** A letter with one link, about an account. */
export interface AccountLetter<Life> {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  readonly lead: string;
  readonly once: (life: Life) => string;
  readonly action: string;
  readonly footer: string;
}

interface Labels {
  readonly what: string;
  readonly when: string;
  /** The same time on the reader's own clock. */
  readonly yourTime: string;
  readonly where: string;
  readonly role: string;
  readonly organization: string;
  readonly reason: string;
  readonly answerBy: string;
  readonly position: string;
}

interface Actions {
  readonly cantCome: string;
  readonly openShift: string;
  readonly takeSeat: string;
  readonly preferences: string;
  readonly unsubscribe: string;
}

/** A shift as subjects and sentences name it. */
export interface ShiftWords {
  readonly title: string;
  /** Day and hour, short. */
  readonly day: string;
  /** Whole hours until it starts, at least one. */
  readonly hours: number;
}

interface NoticeWords {
  readonly subject: (shift: ShiftWords) => string;
  readonly lead: (shift: ShiftWords) => string;
  /** What these messages are called where one can turn them off. */
  readonly name: string;
}

export type NoticeName =
  | 'signup_confirmed'
  | 'signup_pending'
  | 'waitlisted'
  | 'offered'
  | 'promoted'
  | 'approved'
  | 'rejected'
  | 'signup_cancelled'
  | 'shift_cancelled'
  | 'shift_changed'
  | 'reminder';

type Notices = Readonly<Record<NoticeName, NoticeWords>> & {
  readonly understaffed: Pick<NoticeWords, 'name'>;
  readonly shift_message: Pick<NoticeWords, 'name'>;
  readonly badge_awarded: Pick<NoticeWords, 'name'>;
  readonly journey_reminder: Pick<NoticeWords, 'name'>;
  readonly member_removed: Pick<NoticeWords, 'name'>;
};

interface CantComePage {
  readonly title: string;
  readonly question: (name: string) => string;
  readonly button: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly goneTitle: string;
  readonly gone: string;
  readonly refusedTitle: string;
  readonly refused: string;
}

interface UnsubscribePage {
  readonly title: string;
  readonly question: (kind: string, address: string) => string;
  readonly button: string;
  readonly allButton: string;
  readonly doneTitle: string;
  readonly done: (kind: string) => string;
  readonly doneAll: string;
}
