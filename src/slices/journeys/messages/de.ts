import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

const item =
  '{kind, select, badge {Das Abzeichen} form {Das Formular} mission {Die Mission} other {Das Programm}}';

export default {
  errors: {
    not_published: {
      cause: 'Dieser Pfad ist gerade nicht geöffnet.',
      other: { cause: 'Dieser Pfad ist gerade nicht geöffnet.', fix: 'Veröffentliche ihn zuerst.' },
    },
    invitation_only: {
      cause: 'Diese Organisation nimmt neue Mitglieder nur auf Einladung oder Anfrage auf.',
      fix: 'Frag zuerst an.',
    },
    not_a_member: {
      cause: 'Diese Person ist kein Mitglied der Organisation.',
      fix: 'Lade sie zuerst ein.',
    },
    completed: {
      cause: 'Du hast diesen Pfad schon abgeschlossen.',
      other: { cause: '{name} hat diesen Pfad schon abgeschlossen.' },
    },
    withdrawn: {
      cause: 'Du hast diesen Pfad verlassen.',
      fix: 'Starte ihn zuerst noch einmal.',
      other: {
        cause: '{name} hat diesen Pfad verlassen.',
        fix: 'Starte ihn zuerst noch einmal für diese Person.',
      },
    },
    left_organization: {
      cause: 'Du bist kein Mitglied der Organisation mehr.',
      fix: 'Tritt wieder bei, um weiterzumachen.',
      other: {
        cause: '{name} ist kein Mitglied der Organisation mehr.',
        fix: 'Nach einem erneuten Beitritt geht es weiter.',
      },
    },
    step_not_found: {
      cause: 'Diesen Schritt gibt es im Pfad nicht mehr.',
      fix: 'Lade die Seite neu und versuche es noch einmal.',
    },
    step_done: {
      cause: 'Dieser Schritt ist bereits {status}.',
      fix: 'Wenn das ein Versehen war, mache es zuerst rückgängig.',
    },
    earlier_step: { cause: 'Zuerst kommt „{step}“.', fix: 'Erledige oder überspringe diesen Schritt.' },
    automatic_step: {
      cause: 'Dieser Schritt wurde automatisch erledigt. Das lässt sich nicht rückgängig machen.',
    },
    no_steps: { cause: 'Dieser Pfad hat noch keine Schritte.', fix: 'Füge mindestens einen hinzu.' },
    no_required_step: {
      cause: 'Kein Schritt ist erforderlich. Der Pfad wäre sofort abgeschlossen.',
      fix: 'Lege mindestens einen Schritt als erforderlich fest.',
    },
    circular_badge: {
      cause: 'Dieses Abzeichen gibt es am Ende des Pfads. Es kann nicht zugleich ein Schritt sein.',
      fix: 'Wähle ein anderes Abzeichen.',
    },
    item_not_found: {
      cause:
        '{kind, select, badge {Abzeichen} form {Formular} mission {Mission} other {Programm}} nicht gefunden.',
    },
    item_archived: {
      cause: `${item} „{name}“ ist archiviert.`,
      fix: 'Stelle den Eintrag wieder her, oder wähle einen anderen.',
    },
    form_draft: { cause: 'Das Formular „{name}“ ist noch ein Entwurf.', fix: 'Veröffentliche es zuerst.' },
    config_required: { cause: 'Diese Angabe ist für den Schritt erforderlich.' },
    config_unknown: { cause: 'Diese Angabe passt nicht zu dieser Art von Schritt.', fix: 'Entferne sie.' },
    whole_number: { fix: 'Gib eine ganze Zahl von {least, number} bis {most, number} ein.' },
    not_chosen: { fix: 'Wähle einen Eintrag aus der Liste.' },
    true_or_false: { fix: 'Erlaubt sind nur wahr und falsch.' },
    hours: { fix: 'Gib eine Anzahl Stunden ein, höchstens {most, number}.' },
    hours_or_minutes: { fix: 'Gib entweder Stunden oder Minuten an.' },
    instructions: { fix: 'Gib einen Text mit höchstens {limit, number} Zeichen ein.' },
    profile_fields: { fix: 'Wähle eine oder mehrere dieser Angaben, jede nur einmal: {fields}.' },
    duplicate_key: {
      cause: 'Zwei Schritte haben den Schlüssel „{key}“.',
      fix: 'Gib jedem Schritt einen eigenen Schlüssel.',
    },
    wait_deadline: {
      cause: 'Ein Warteschritt kann keine Frist haben.',
      fix: 'Entferne die Frist.',
    },
    reminder_without_deadline: {
      cause: 'Eine Erinnerung braucht eine Frist.',
      fix: 'Gib eine Frist an oder entferne die Erinnerung.',
    },
    reminder_too_early: {
      cause: 'Die Erinnerung käme, bevor der Schritt beginnt.',
      fix: 'Gib weniger als {deadline, plural, one {# Tag} other {# Tage}} an.',
    },
  },
  words: {
    completed: 'erledigt',
    skipped: 'übersprungen',
  },
  answers: {
    progress: '{done, number} von {required, plural, one {# Schritt} other {# Schritten}} erledigt.',
    completed: 'Dieser Pfad ist abgeschlossen.',
    left: 'Pfad beendet. Er lässt sich jederzeit wieder starten.',
    moved: 'Jetzt auf Version {version, number}, der neuesten.',
    archived: 'Archiviert. Wer den Pfad schon gestartet hat, kann ihn noch abschließen.',
    step: {
      complete: 'Schritt als erledigt markiert.',
      skip: 'Schritt übersprungen.',
      undo: 'Schritt wieder geöffnet.',
    },
  },
  events: {
    journey: {
      enrolled: 'Jemand hat einen Pfad gestartet.',
      step_completed:
        'Jemand hat einen Schritt eines Pfads erledigt, oder die Koordination hat ihn übersprungen.',
      step_reopened: 'Die Koordination hat einen erledigten Schritt eines Pfads zurückgenommen.',
      completed: 'Jemand hat einen Pfad abgeschlossen.',
      withdrawn:
        'Jemand hat einen Pfad oder die Organisation verlassen, oder die Koordination hat den Pfad beendet.',
    },
  },
} satisfies Translation<typeof en>;
