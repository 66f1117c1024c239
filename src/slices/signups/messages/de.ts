import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    signup_not_open: {
      cause: 'Für diese Schicht kannst du dich ab {opens_at} eintragen.',
      fix: 'Schau dann noch einmal vorbei.',
      other: { cause: 'Eintragen ist für diese Schicht ab {opens_at} möglich.' },
    },
    signup_closed: {
      cause: 'Für diese Schicht konntest du dich bis {closed_at} eintragen.',
      fix: 'Bitte die Koordination, dich einzutragen.',
      other: { cause: 'Eintragen war für diese Schicht bis {closed_at} möglich.' },
    },
    shift_started: {
      cause: 'Diese Schicht hat schon am {started_at} begonnen.',
      fix: 'Wenn sich noch etwas ändern soll, wende dich an die Koordination.',
      other: { cause: 'Diese Schicht hat schon am {started_at} begonnen.' },
    },
    shift_ended: {
      cause: 'Diese Schicht ist schon seit {ended_at} vorbei.',
      fix: 'Wenn sich noch etwas ändern soll, wende dich an die Koordination.',
      other: { cause: 'Diese Schicht ist schon seit {ended_at} vorbei.' },
    },
    change_cutoff: {
      cause: 'Du konntest bis {until} wechseln.',
      fix: 'Bitte die Koordination um den Wechsel.',
      other: { cause: '{name} konnte bis {until} wechseln.' },
    },
    cancel_cutoff: {
      cause: 'Du konntest bis {until} absagen.',
      fix: 'Bitte die Koordination, dich auszutragen.',
      other: { cause: '{name} konnte bis {until} absagen.' },
    },
    shift_cancelled: { cause: 'Diese Schicht wurde abgesagt.', fix: 'Wähle eine andere.' },
    shift_not_published: {
      cause: 'Diese Schicht ist noch nicht veröffentlicht.',
      fix: 'Veröffentliche sie zuerst.',
    },
    different_mission: {
      cause: 'Du kannst nur zu einer Schicht derselben Mission wechseln.',
      fix: 'Um hier mitzumachen, sag die alte Schicht ab und trag dich neu ein.',
      other: {
        cause: '{name} kann nur zu einer Schicht derselben Mission wechseln.',
        fix: 'Entferne {name} aus der alten Schicht und trag {name} in die neue ein.',
      },
    },
    already_registered: {
      cause: 'Du hast dich für diese Schicht schon eingetragen. Status: {status}.',
      fix: 'Sieh dir deine Schichten an.',
      other: { cause: '{name} hat sich für diese Schicht schon eingetragen. Status: {status}.' },
    },
    same_role: {
      cause: 'Diese Schicht und Rolle hast du schon.',
      fix: 'Wähle eine andere Schicht oder Rolle.',
      other: {
        cause: '{name} hat diese Schicht und Rolle schon.',
        fix: 'Wähle eine andere Schicht oder Rolle.',
      },
    },
    overlap: {
      cause: 'Die Schicht überschneidet sich mit einer anderen von dir: {span}.',
      fix: 'Sag diese zuerst ab oder wechsle sie.',
      other: {
        cause: 'Die Schicht überschneidet sich mit einer anderen von {name}: {span}.',
        fix: 'Entferne {name} zuerst aus der anderen Schicht oder lass {name} wechseln.',
      },
    },
    overlap_offer: {
      cause: 'Du hast ein Angebot für eine Schicht, die sich mit dieser überschneidet: {span}.',
      fix: 'Lehne das Angebot ab, um diese Schicht zu übernehmen, oder nimm es stattdessen an.',
      other: {
        cause: '{name} hat ein Angebot für eine Schicht, die sich mit dieser überschneidet: {span}.',
        fix: 'Bitte {name}, das Angebot zuerst abzulehnen, oder entferne {name} aus der anderen Schicht.',
      },
    },
    rest_too_short: {
      cause:
        'Zwischen dieser Schicht und der am {span} hättest du nur {rest} Ruhezeit. Nötig sind mindestens {needed}.',
      fix: 'Sag die andere Schicht zuerst ab oder wechsle sie.',
      other: {
        cause:
          'Zwischen dieser Schicht und der am {span} hätte {name} nur {rest} Ruhezeit. Nötig sind mindestens {needed}.',
        fix: 'Entferne {name} zuerst aus der anderen Schicht oder lass {name} wechseln.',
      },
    },
    rest_offer: {
      cause:
        'Du hast ein Angebot für eine andere Schicht: {span}. Dazwischen hättest du nur {rest} Ruhezeit. Nötig sind mindestens {needed}.',
      fix: 'Lehne das Angebot ab, um diese Schicht zu übernehmen, oder nimm es stattdessen an.',
      other: {
        cause:
          '{name} hat ein Angebot für eine andere Schicht: {span}. Dazwischen blieben nur {rest} Ruhezeit. Nötig sind mindestens {needed}.',
        fix: 'Bitte {name}, das Angebot zuerst abzulehnen, oder entferne {name} aus der anderen Schicht.',
      },
    },
    overlap_elsewhere: {
      cause: 'Die Schicht überschneidet sich mit einer, die du bei einer anderen Organisation hast.',
      fix: 'Wähle eine andere Schicht.',
      other: {
        cause: 'Die Schicht überschneidet sich mit einer, die {name} bei einer anderen Organisation hat.',
        fix: 'Wähle eine andere Schicht oder eine andere Person.',
      },
    },
    rest_elsewhere: {
      cause:
        'Die Schicht liegt zu nah an einer, die du bei einer anderen Organisation hast. Nötig sind mindestens {needed} Ruhezeit.',
      fix: 'Wähle eine andere Schicht.',
      other: {
        cause:
          'Die Schicht liegt zu nah an einer, die {name} bei einer anderen Organisation hat. Nötig sind mindestens {needed} Ruhezeit.',
        fix: 'Wähle eine andere Schicht oder eine andere Person.',
      },
    },
    outside_availability: {
      cause: 'Diese Schicht liegt außerhalb deiner Verfügbarkeit: {span}.',
      fix: 'Passe deine Verfügbarkeit an oder wähle eine andere Schicht.',
      other: { cause: 'Diese Schicht liegt außerhalb der Verfügbarkeit von {name}: {span}.' },
    },
    hours_per_week: {
      cause: 'Damit kämst du in dieser Woche auf {total}. Die Grenze liegt bei {most}.',
      fix: 'Wähle eine Schicht in einer anderen Woche.',
      other: {
        cause: 'Damit käme {name} in dieser Woche auf {total}. Die Grenze liegt bei {most}.',
        fix: 'Wähle eine Schicht in einer anderen Woche.',
      },
    },
    under_age: {
      cause: 'Am Tag der Schicht musst du mindestens {minimum_age} Jahre alt sein.',
      fix: 'Frag die Koordination, wie du sonst helfen kannst.',
      other: { cause: '{name} muss am Tag der Schicht mindestens {minimum_age} Jahre alt sein.' },
    },
    minor_at_night: {
      cause: 'Wer unter {age} ist, darf zwischen {from} und {until} Uhr nicht mithelfen.',
      fix: 'Wähle eine Schicht am Tag.',
    },
    minor_hours_per_day: {
      cause: 'Das wären {total} am {date}. Wer unter {age} ist, darf höchstens {most} am Tag mithelfen.',
      fix: 'Wähle eine kürzere Schicht oder einen anderen Tag.',
    },
    missing_profile_field: {
      fix: 'Ergänze dein Profil, um dich für diese Schicht einzutragen: {field}.',
      other: { cause: 'Für diese Schicht fehlt im Profil von {name} eine Angabe: {field}.' },
    },
    email_unverified: {
      fix: 'Bestätige deine E-Mail-Adresse, um dich für diese Schicht einzutragen.',
      other: { cause: '{name} hat die E-Mail-Adresse noch nicht bestätigt.' },
    },
    missing_form: {
      fix: 'Fülle zuerst das Formular „{form_name}“ aus.',
      other: { cause: '{name} hat das Formular „{form_name}“ noch nicht ausgefüllt.' },
    },
    missing_badge: {
      cause: 'Für diese Schicht brauchst du das Abzeichen „{badge_name}“.',
      fix: 'Sieh nach, wie du es bekommst.',
      other: { cause: '{name} hat das Abzeichen „{badge_name}“ noch nicht.' },
    },
    missing_journey: {
      fix: 'Schließe zuerst den Pfad „{journey_name}“ ab.',
      other: { cause: '{name} hat den Pfad „{journey_name}“ noch nicht abgeschlossen.' },
    },
    minimum_age: {
      cause: 'Für diese Mission musst du mindestens {minimum_age} Jahre alt sein.',
      fix: 'Wähle eine Schicht einer anderen Mission.',
      other: { cause: '{name} muss für diese Mission mindestens {minimum_age} Jahre alt sein.' },
    },
    shift_full: {
      cause:
        'Diese Schicht ist voll ({taken, number} von {spots, plural, one {# Platz} other {# Plätzen}} belegt).',
      fix: 'Wähle eine andere.',
    },
    role_full: {
      cause:
        'Die Rolle „{role_name}“ ist voll ({taken, number} von {spots, plural, one {# Platz} other {# Plätzen}} belegt).',
      fix: 'Wähle eine andere Rolle oder Schicht.',
    },
    waitlist_full: {
      cause: 'Auch die Warteliste ist voll ({places, plural, one {# Person} other {# Personen}}).',
      fix: 'Wähle eine andere Schicht.',
    },
    unknown_role: { cause: 'Diese Rolle gibt es in dieser Schicht nicht.', fix: 'Wähle eine ihrer Rollen.' },
    role_mismatch: { cause: 'Die Anfrage nennt zwei verschiedene Rollen.', fix: 'Wähle eine davon.' },
    shifts_or_series: {
      cause: 'Die Anfrage braucht entweder Schichten oder eine Serie.',
      fix: 'Wähle eins von beiden.',
    },
    not_a_member: {
      cause: 'Diese Person ist kein Mitglied der Organisation.',
      fix: 'Lade sie zuerst ein.',
    },
    no_other_member: {
      cause: 'Kein anderes Mitglied hat diese E-Mail-Adresse.',
      fix: 'Prüfe die Adresse oder biete deinen Platz allen Mitgliedern an.',
    },
    invitation_only: {
      cause: 'Diese Organisation nimmt neue Mitglieder nur auf Einladung oder Anfrage auf.',
      fix: 'Frag zuerst an.',
    },
    others_by_coordinators: {
      cause: 'Nur die Koordination kann andere Personen eintragen.',
      fix: 'Wende dich an die Koordination.',
    },
    switch_by_coordinators: {
      cause: 'Nur die Koordination kann andere Personen in eine andere Schicht verschieben.',
      fix: 'Wende dich an die Koordination.',
    },
    override_by_coordinators: {
      cause: 'Nur die Koordination kann Ausnahmen machen.',
      fix: 'Wende dich an die Koordination.',
    },
    not_registered: {
      cause: 'Du bist für diese Schicht nicht eingetragen.',
      fix: 'Lade die Seite neu, um deine aktuellen Schichten zu sehen.',
      other: {
        cause: '{name} ist für diese Schicht nicht eingetragen.',
        fix: 'Lade die Seite neu, um zu sehen, wer eingetragen ist.',
      },
    },
    no_registration: {
      cause: 'Diese Person ist für diese Schicht nicht eingetragen.',
      fix: 'Lade die Seite neu, um die aktuellen Eintragungen zu sehen.',
    },
    shift_not_found: { cause: 'Schicht nicht gefunden.' },
    organization_not_found: { cause: 'Organisation nicht gefunden.' },
    members_only: {
      cause: 'Dieser Kalender ist für Mitglieder der Organisation.',
      fix: 'Tritt der Organisation zuerst bei.',
    },
    too_many_feeds: {
      cause: 'Du hast schon {limit, number} Kalenderlinks.',
      fix: 'Widerrufe einen, den du nicht mehr brauchst.',
    },
    not_on_shift: {
      cause: 'Das ist nur für Personen mit einem Platz in dieser Schicht.',
      fix: 'Trag dich zuerst ein.',
    },
    wrong_status: {
      cause: 'Der Status dieser Eintragung ist „{status}“, nicht „{expected}“.',
      fix: 'Lade die Seite neu, um zu sehen, was sich geändert hat.',
    },
    offer_expired: { cause: 'Dieses Angebot ist abgelaufen.', fix: 'Wähle eine andere Schicht.' },
    too_many: {
      cause: 'Das sind zu viele Einträge.',
      fix: 'Behalte höchstens {limit, plural, one {# Eintrag} other {# Einträge}}.',
    },
    time_zone: { cause: 'Unbekannte Zeitzone.', fix: 'Verwende einen Namen wie Europe/Berlin.' },
    time_zone_meant: { cause: 'Unbekannte Zeitzone.', fix: 'Meintest du {zones}?' },
    weekday: { cause: 'Das ist kein Wochentag.', fix: 'Verwende 1 für Montag bis 7 für Sonntag.' },
    date: { cause: 'Das ist kein gültiges Datum.', fix: 'Verwende ein Datum wie 2026-12-24.' },
    hours: {
      cause: 'Eine der beiden Uhrzeiten fehlt.',
      fix: 'Gib beide an, oder keine für den ganzen Tag.',
    },
    clock: {
      cause: 'Das ist keine gültige Uhrzeit.',
      fix: 'Verwende eine Uhrzeit wie 09:00. Ein Tag endet um 24:00.',
    },
    requirement_gone: {
      cause: 'Diese Mission setzt etwas voraus, das es nicht mehr gibt.',
      fix: 'Bitte die Koordination, die Voraussetzungen zu ändern.',
      other: {
        cause: 'Diese Mission setzt etwas voraus, das es nicht mehr gibt.',
        fix: 'Ändere die Voraussetzungen.',
      },
    },
    no_spot: { cause: 'Du hast keinen bestätigten Platz in dieser Schicht.', fix: 'Trag dich zuerst ein.' },
    swaps_off: {
      cause: 'In dieser Organisation kann man Plätze nicht tauschen.',
      fix: 'Wende dich an die Koordination.',
    },
    already_offered: {
      cause: 'Du bietest diesen Platz schon an.',
      fix: 'Zieh das Angebot zuerst zurück.',
    },
    offered_too_often: {
      cause: 'Du hast diesen Platz schon {limit, plural, one {#-mal} other {#-mal}} angeboten.',
      fix: 'Wende dich an die Koordination.',
    },
    too_many_offers: {
      cause: 'Du kannst innerhalb von 24 Stunden {limit, plural, one {# Platz} other {# Plätze}} anbieten.',
      fix: 'Versuch es morgen noch einmal, oder wende dich an die Koordination.',
    },
    names_hidden: {
      cause: 'Die Mitglieder dieser Organisation sehen die Namen der anderen nicht.',
      fix: 'Biete deinen Platz stattdessen allen Mitgliedern an.',
    },
    swap_over: { cause: 'Dieses Angebot gilt nicht mehr.', fix: 'Wähle eine andere Schicht.' },
    swap_not_accepted: {
      cause: 'Dieses Angebot hat noch niemand angenommen, oder die Schicht wurde seitdem verschoben.',
      fix: 'Warte, bis es jemand annimmt.',
    },
  },
  words: {
    active: 'bestätigt',
    pending_approval: 'wartet auf Bestätigung',
    waitlisted: 'auf der Warteliste',
    offered: 'Platz angeboten',
    cancelled: 'abgesagt',
  },
  answers: {
    active: 'Du bist eingetragen.',
    activeOther: '{name} ist eingetragen.',
    pending_approval: 'Wartet auf Bestätigung. Wir halten deinen Platz frei.',
    pending_approvalOther: 'Wartet auf Bestätigung. Wir halten für {name} einen Platz frei.',
    waitlisted: 'Diese Schicht ist voll. Du bist auf Position {position, number} der Warteliste.',
    waitlistedOther: 'Diese Schicht ist voll. {name} ist auf Position {position, number} der Warteliste.',
    offered: 'Für dich ist ein Platz reserviert.',
    offeredOther: 'Für {name} ist ein Platz reserviert.',
    cancelled: 'Du bist nicht mehr eingetragen.',
    cancelledOther: '{name} ist nicht mehr eingetragen.',
    switched: 'Du hast die Schicht gewechselt.',
    switchedOther: '{name} hat die Schicht gewechselt.',
    switchedPending: 'Du hast die Schicht gewechselt. Die neue wartet noch auf Bestätigung.',
    switchedPendingOther: '{name} hat die Schicht gewechselt. Die neue wartet noch auf Bestätigung.',
    rejected: 'Eintragung abgelehnt.',
    declined: 'Angebot abgelehnt. Der Platz geht an die nächste Person auf der Warteliste.',
    someone: 'diese Person',
  },
  calendar: {
    name: 'Meine Schichten',
    cancelledShift: 'Diese Schicht wurde abgesagt.',
    cancelledBecause: 'Diese Schicht wurde abgesagt: {reason}',
    pending_approval: 'Wartet auf Bestätigung. Wir halten deinen Platz frei.',
    waitlisted: 'Du stehst auf der Warteliste.',
    offered: 'Dir wird ein Platz angeboten. Nimm ihn an, bevor das Angebot abläuft.',
    cancelled: 'Du bist nicht mehr eingetragen.',
    role: 'Rolle: {role}',
  },
  events: {
    shift: {
      signup: 'Jemand hat sich eingetragen. Der Platz ist fest oder wartet auf Bestätigung.',
      signup_approved: 'Die Koordination hat eine Eintragung bestätigt.',
      signup_rejected: 'Die Koordination hat eine Eintragung abgelehnt.',
      signup_cancelled: 'Jemand hat abgesagt oder wurde ausgetragen.',
      signup_changed: 'Jemand ist in eine andere Schicht gewechselt.',
      waitlisted: 'Jemand hat sich auf die Warteliste gesetzt.',
      waitlist_offered: 'Ein frei gewordener Platz wurde der nächsten Person auf der Warteliste angeboten.',
      waitlist_promoted: 'Jemand ist von der Warteliste nachgerückt.',
      swap_offered: 'Jemand hat den eigenen Platz einem anderen Mitglied oder allen angeboten.',
      swap_accepted:
        'Jemand hat einen angebotenen Platz angenommen. Er ist übergeben oder wartet auf Bestätigung.',
      swap_reopened:
        'Eine Schicht wurde verschoben. Wer einen angebotenen Platz angenommen hatte, wird noch einmal gefragt.',
      swap_ended:
        'Ein angebotener Platz wurde zurückgezogen oder abgelehnt, die Koordination hat den Tausch abgelehnt, oder der Platz oder die Schicht wurde abgesagt.',
    },
  },
} satisfies Translation<typeof en>;
