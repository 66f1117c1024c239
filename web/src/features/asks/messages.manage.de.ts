import type { Translation } from '../../messages/translation.ts';
import type en from './messages.manage.en.ts';

export default {
  title: 'Für diese Schicht angefragt',
  count: {
    accepted: '{count, number} zugesagt',
    asked: '{count, number} ohne Antwort',
    declined: '{count, number} abgesagt',
    too_late: '{count, number} zu spät',
    expired: '{count, number} abgelaufen',
    withdrawn: '{count, number} zurückgezogen',
  },
  status: {
    accepted: 'Zugesagt',
    asked: 'Angefragt',
    declined: 'Abgesagt',
    too_late: 'Zu spät',
    expired: 'Abgelaufen',
    withdrawn: 'Zurückgezogen',
  },
  message: 'Ein paar Worte dazu (optional)',
  messageHint: 'Steht in der E-Mail an die Personen, die du fragst.',
  ask: '{count, plural, =0 {Fragen} one {# Person fragen} other {# Personen fragen}}',
  asked:
    '{count, plural, =0 {Niemand wurde gefragt.} one {# Person wurde gefragt.} other {# Personen wurden gefragt.}}{skipped, plural, =0 {} one { # wurde schon früher gefragt.} other { # wurden schon früher gefragt.}}',
  stop: {
    title: 'Anfragen zurückziehen?',
    text: '{count, plural, one {# Person hat noch nicht geantwortet und kann dann nicht mehr zusagen.} other {# Personen haben noch nicht geantwortet und können dann nicht mehr zusagen.}} Vergebene Plätze bleiben vergeben.',
    confirm: 'Anfragen zurückziehen',
  },
  callOut: {
    open: 'Alle fragen',
    openFor: 'Alle fragen, die „{shift}“ übernehmen können',
    title: 'Alle fragen, die sie übernehmen können?',
    text: 'Alle, die „{shift}“ übernehmen können, bekommen eine dringende E-Mail und können mit einem Tippen zusagen. Wer zuerst zusagt, bekommt den Platz.',
    confirm: 'Alle fragen',
    done: '{count, plural, =0 {Es gibt niemanden mehr, den du fragen kannst.} one {# Person wurde gefragt.} other {# Personen wurden gefragt.}}',
  },
} satisfies Translation<typeof en>;
