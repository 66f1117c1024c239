import type { Translation } from '../../messages/translation.ts';
import type en from './messages.en.ts';

export default {
  title: '{count, plural, one {Übernimmst du diese Schicht?} other {Übernimmst du diese Schichten?}}',
  question: '{sender} fragt, ob du diese Schicht übernehmen kannst.',
  urgent: 'Dringend: {sender} fragt, ob du diese Schicht übernehmen kannst.',
  role: 'Rolle: {role}',
  until: 'Bitte antworte bis {time}. Wer zuerst zusagt, bekommt den Platz.',
  accept: 'Ja, ich übernehme sie',
  decline: 'Nein, ich kann nicht',
  declined: 'Du hast für „{title}“ abgesagt. Danke, dass du {sender} Bescheid gibst.',
} satisfies Translation<typeof en>;
