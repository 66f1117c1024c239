import type { Translation } from '../../messages/translation.ts';
import type en from './messages.manage.en.ts';

export default {
  title: 'Nachrichten',
  lead: 'Schreib deinen Freiwilligen und sieh nach, was verschickt wurde.',
  new: 'Nachricht schreiben',
  to: 'An',
  everyone: 'Alle Mitglieder',
  write: {
    titleTo: 'Nachricht an {name}',
    to: 'An',
    readers:
      '{count, plural, =0 {Diese Nachricht bekommt niemand.} one {# Person bekommt diese Nachricht.} other {# Personen bekommen diese Nachricht.}}',
    readersOf: '{language}: {people, number}',
    unreached:
      '{count, plural, one {# Person bekommt sie nicht, weil sie Nachrichten abgeschaltet oder keine E-Mail-Adresse hat.} other {# Personen bekommen sie nicht, weil sie Nachrichten abgeschaltet oder keine E-Mail-Adresse haben.}}',
    template: 'Vorlage',
    noTemplate: 'Keine Vorlage',
    language: 'Sprache des Textes',
    languageHint: 'Alle lesen den Text in ihrer Sprache. Ist er leer, bekommen sie den auf {language}.',
    subject: 'Betreff',
    text: 'Nachricht',
    textHint: 'Reiner Text. Eine leere Zeile beginnt einen neuen Absatz.',
    keep: 'Als Vorlage speichern',
    keepHint: 'Unter dem Namen des Betreffs.',
    notKept: 'Die Vorlage wurde nicht gespeichert. Vielleicht gibt es schon eine mit diesem Namen.',
    send: 'Senden',
    sent: '{count, plural, =0 {Niemand hat eine E-Mail bekommen.} one {Nachricht an # Person gesendet.} other {Nachricht an # Personen gesendet.}}',
  },
  history: {
    title: 'Gesendete Nachrichten',
    message: 'Nachricht',
    empty: 'Noch keine Nachrichten.',
    sentTo: {
      people: '{count, plural, one {an # Person} other {an # Personen}}',
      shift: 'an Personen in „{name}“',
      program: 'an Personen im Programm „{name}“',
      everybody: 'an alle Mitglieder',
    },
    count: {
      queued: '{count, number} warten',
      sent: '{count, number} gesendet',
      failed: '{count, number} fehlgeschlagen',
      opted_out: '{count, number} abgeschaltet',
    },
    status: { queued: 'Wartet', sent: 'Gesendet', failed: 'Fehlgeschlagen', opted_out: 'Abgeschaltet' },
    recipients: '{count, plural, one {# Empfänger} other {# Empfänger}}',
    noRecipients: 'Keine Empfänger.',
  },
  templates: {
    title: 'Vorlagen',
    empty: 'Noch keine Vorlagen. Speichere eine Nachricht beim Schreiben als Vorlage.',
    delete: 'Löschen',
    deleteOf: 'Vorlage „{name}“ löschen',
    deleteTitle: '„{name}“ löschen?',
    deleteText: 'Nachrichten, die damit verschickt wurden, bleiben erhalten.',
  },
} satisfies Translation<typeof en>;
