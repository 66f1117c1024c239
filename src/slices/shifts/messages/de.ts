import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

const people = '{taken, plural, one {# Person} other {# Personen}}';
const spots = '{spots, plural, one {# Platz} other {# Plätze}}';

export default {
  errors: {
    program_not_found: { cause: 'Programm nicht gefunden.' },
    program_archived: {
      cause: 'Dieses Programm ist archiviert.',
      fix: 'Stelle es zuerst wieder her.',
    },
    mission_not_found: { cause: 'Mission nicht gefunden.' },
    mission_archived: {
      cause: 'Diese Mission ist archiviert.',
      fix: 'Stelle sie zuerst wieder her.',
    },
    too_short: {
      cause: 'Die Schicht muss mindestens eine Minute nach ihrem Beginn enden.',
      fix: 'Wähle ein späteres Ende.',
    },
    too_long: {
      cause: 'Eine Schicht kann höchstens {days, plural, one {# Tag} other {# Tage}} dauern.',
      fix: 'Wähle ein früheres Ende.',
    },
    too_far: {
      cause: '„{title}“ würde auf {start} verschoben.',
      fix: 'Wähle Tage in den Jahren 1000 bis 8999.',
    },
    wrong_length: {
      cause:
        '„{title}“ am {start} würde weniger als eine Minute oder mehr als {days, plural, one {# Tag} other {# Tage}} dauern.',
      fix: 'Ändere Schichten, die verschieden lang sind, einzeln.',
    },
    minimum_too_high: {
      cause: 'Die Mindestzahl {minimum, number} ist höher als die Zahl der Plätze ({spots, number}).',
      fix: 'Senke die Mindestzahl oder erhöhe die Zahl der Plätze.',
    },
    role_twice: {
      cause: 'Die Rolle „{role}“ kommt doppelt vor.',
      fix: 'Entferne eine davon oder gib ihr einen anderen Namen.',
    },
    import_problems: {
      cause:
        'Es wurde nichts importiert: {count, plural, one {# Problem} other {# Probleme}} in {lines, plural, one {# Zeile} other {# Zeilen}}.',
      fix: 'Korrigiere die Datei und importiere sie noch einmal.',
    },
    import_required: { cause: 'Diese Zelle ist leer.', fix: 'Gib eine Uhrzeit an, zum Beispiel 09:00.' },
    import_date_missing: { cause: 'Das Datum fehlt.', fix: 'Gib es als 24.12.2026 oder 2026-12-24 an.' },
    import_date: { cause: 'Das ist kein Datum.', fix: 'Schreib es als 24.12.2026 oder 2026-12-24.' },
    import_date_unclear: {
      cause: 'Es ist nicht klar, welche Zahl der Monat ist.',
      fix: 'Schreib das Datum als 24.12.2026.',
    },
    import_time: {
      cause: 'Das ist keine Uhrzeit.',
      fix: 'Schreib sie als 09:00, oder mit dem Datum als 24.12.2026 09:00.',
    },
    import_number: {
      cause: 'Das ist keine ganze Zahl.',
      fix: 'Gib eine an, zum Beispiel 12, oder lass die Zelle leer.',
    },
    import_yes_or_no: { cause: 'Das ist weder ja noch nein.', fix: 'Schreib „ja“ oder „nein“.' },
    import_same_line: {
      cause: 'Zeile {line, number} hat denselben Titel und Beginn.',
      fix: 'Beide werden importiert. Entferne eine davon, wenn du sie nicht brauchst.',
    },
    mission_ambiguous: {
      cause: 'Es gibt mehrere Missionen mit dem Namen „{mission}“.',
      fix: 'Verwende stattdessen die ID der Mission.',
    },
    template_source: {
      cause: 'Eine Vorlage entsteht entweder aus einer Schicht oder aus einer Woche.',
      fix: 'Gib nur eines von beiden an.',
    },
    template_shift_not_found: { cause: 'Schicht nicht gefunden.' },
    template_empty: { cause: 'In dieser Woche gibt es keine Schichten.', fix: 'Wähle eine andere Woche.' },
    template_too_long: {
      cause:
        'Eine Vorlage kann höchstens {limit, plural, one {# Schicht} other {# Schichten}} haben. Diese Woche hat mehr.',
    },
    template_name_taken: {
      cause: 'Es gibt schon eine Vorlage mit diesem Namen.',
      fix: 'Wähle einen anderen Namen.',
    },
    too_many_templates: {
      cause: 'Eine Organisation kann {limit, plural, one {# Vorlage} other {# Vorlagen}} haben.',
      fix: 'Lösche eine, die du nicht mehr brauchst.',
    },
    no_series: {
      cause: 'Diese Schicht gehört zu keiner Serie.',
      fix: 'Wende die Änderung nur auf diese Schicht an.',
    },
    series_changing: {
      cause: 'Eine andere Änderung an dieser Serie läuft noch.',
      fix: 'Warte, bis sie abgeschlossen ist, und versuche es dann noch einmal.',
    },
    series_empty: {
      cause: 'In dieser Serie gibt es keine Schichten.',
      fix: 'Prüfe, wie sie sich wiederholt und wann sie endet.',
    },
    series_too_long: {
      cause: 'Diese Serie hat mehr als {limit, plural, one {# Schicht} other {# Schichten}}.',
      fix: 'Lass sie früher enden oder lass das Ende offen.',
    },
    cancelled: { cause: '„{title}“ am {start} wurde abgesagt.', fix: 'Dupliziere die Schicht stattdessen.' },
    already_cancelled: { cause: '„{title}“ am {start} ist schon abgesagt.' },
    already_published: { cause: '„{title}“ am {start} ist schon veröffentlicht.' },
    edited: { cause: '„{title}“ am {start} wurde einzeln bearbeitet und bleibt unverändert.' },
    in_the_past: { cause: '„{title}“ beginnt in der Vergangenheit, am {start}.' },
    copy_exists: { cause: '„{title}“ am {start} gibt es schon.' },
    clock_changes: {
      cause: '„{title}“ am {start} fällt auf den Tag der Zeitumstellung.',
      fix: 'Prüfe die Zeiten.',
    },
    clock_skips_start: {
      cause:
        'An diesem Tag gibt es {clock} Uhr nicht, weil die Uhr vorgestellt wird. „{title}“ beginnt später, am {start}.',
    },
    clock_skips_end: {
      cause:
        'An diesem Tag gibt es {clock} Uhr nicht, weil die Uhr vorgestellt wird. „{title}“ endet später, am {end}.',
    },
    clock_twice: {
      cause:
        'An diesem Tag gibt es {clock} Uhr zweimal, weil die Uhr zurückgestellt wird. „{title}“ am {start} beginnt beim ersten Mal.',
    },
    overlap: {
      cause:
        'Für {person} würde sich „{title}“ am {start} mit „{other_title}“ am {other_start} überschneiden.',
      fix: 'Trag {person} zuerst aus einer der beiden Schichten aus.',
    },
    overlap_elsewhere: {
      cause:
        'Für {person} würde sich „{title}“ am {start} mit einer Schicht bei einer anderen Organisation überschneiden.',
      fix: 'Wähle eine andere Zeit oder trag {person} zuerst aus dieser Schicht aus.',
    },
    in_use: {
      cause: 'Für „{title}“ am {start} sind noch Personen mit diesen Rollen eingetragen: {roles}.',
      fix: 'Gib ihnen zuerst eine andere Rolle.',
    },
    overbooked: {
      cause: `„{title}“ am {start} hat ${people} für ${spots}.`,
      fix: 'Alle behalten ihren Platz. Eintragen ist wieder möglich, sobald Plätze frei sind.',
    },
    role_overbooked: {
      cause: `„{title}“ am {start} hat in der Rolle „{role}“ ${people} für ${spots}.`,
      fix: 'Alle behalten ihren Platz. Eintragen ist wieder möglich, sobald Plätze frei sind.',
    },
    rule_length: {
      cause: 'Die Wiederholungsregel ist zu lang.',
      fix: 'Verwende höchstens {limit, plural, other {# Zeichen}}.',
    },
    rule_line: {
      cause: 'Eine Wiederholungsregel kann nur RRULE- und EXDATE-Zeilen haben.',
      fix: 'Entferne die anderen Zeilen. Die Serie beginnt mit der Schicht selbst.',
    },
    rule_missing: {
      cause: 'Die Wiederholungsregel fehlt.',
      fix: 'Gib eine Regel wie FREQ=WEEKLY;BYDAY=MO;COUNT=10 an.',
    },
    rule_several: {
      cause: 'Das ist mehr als eine Wiederholungsregel.',
      fix: 'Behalte eine davon.',
    },
    rule_part_unknown: {
      cause: '„{part}“ wird in einer Wiederholungsregel nicht unterstützt.',
      fix: 'Entferne diesen Teil.',
    },
    rule_part_twice: { cause: '{part} kommt doppelt vor.', fix: 'Behalte einen der beiden Teile.' },
    rule_starts_per_day: {
      cause: 'Eine Serie kann höchstens {limit, plural, one {# Schicht} other {# Schichten}} am Tag haben.',
    },
    rule_frequency: {
      cause: 'Die Häufigkeit fehlt oder wird nicht unterstützt.',
      fix: 'Setze FREQ auf DAILY, WEEKLY, MONTHLY oder YEARLY.',
    },
    rule_week_start: {
      cause: 'Der erste Tag der Woche ist ungültig.',
      fix: 'Setze WKST auf MO, TU, WE, TH, FR, SA oder SU.',
    },
    rule_one_number: { cause: '{part} kann nur eine Zahl haben.' },
    rule_range: { cause: '{part} muss zwischen {least, number} und {most, number} liegen.' },
    rule_signed_range: {
      cause: '{part} muss zwischen {least, number} und {most, number} liegen.',
      fix: 'Mit einem Minus davor zählt es vom Ende her.',
    },
    rule_weekday: {
      cause: '„{part}“ ist kein Wochentag.',
      fix: 'Verwende einen Wochentag wie MO, 2TU oder -1FR.',
    },
    rule_moment: {
      cause: '{part} hat ein ungültiges Datum.',
      fix: 'Verwende ein Datum wie 20261224, 20261224T180000 oder 20261224T170000Z.',
    },
    rule_count_and_until: {
      cause: 'Eine Serie kann nicht zugleich eine Anzahl von Schichten und ein Enddatum haben.',
      fix: 'Verwende entweder COUNT oder UNTIL.',
    },
    rule_yearly_only: { cause: '{part} funktioniert nur mit FREQ=YEARLY.' },
    rule_not_weekly: { cause: 'BYMONTHDAY funktioniert nicht mit FREQ=WEEKLY.' },
    rule_numbered_weekday: {
      cause: 'Nummerierte Wochentage wie 2TU funktionieren nur monatlich, oder jährlich ohne Kalenderwochen.',
      fix: 'Verwende FREQ=MONTHLY oder FREQ=YEARLY ohne BYWEEKNO.',
    },
    rule_five_weekdays: {
      cause: 'Jeder Wochentag kommt in einem Monat höchstens fünfmal vor.',
      fix: 'Verwende eine Zahl von -5 bis 5.',
    },
    rule_position: { cause: 'BYSETPOS braucht einen weiteren BY-Teil, aus dem es auswählt.' },
  },
  answers: {
    published:
      '{shifts, plural, =0 {Es gab nichts zu veröffentlichen.} one {Schicht veröffentlicht.} other {# Schichten veröffentlicht.}}',
    publishing:
      'Veröffentlichung läuft: {done, number} von {total, plural, one {# Schicht} other {# Schichten}} fertig.',
    cancelled:
      '{shifts, plural, one {Schicht abgesagt.} other {# Schichten abgesagt.}} {people, plural, =0 {Es war niemand eingetragen.} one {# Person wird benachrichtigt.} other {# Personen werden benachrichtigt.}}',
  },
  events: {
    shift: {
      created: 'Eine Schicht wurde erstellt.',
      updated: 'Eine Schicht wurde geändert: Zeit, Ort, Texte, Plätze oder Rollen.',
      cancelled: 'Eine Schicht wurde abgesagt. Alle Eingetragenen werden benachrichtigt.',
    },
  },
} satisfies Translation<typeof en>;
