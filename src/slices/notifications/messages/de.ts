import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    target_required: {
      cause: 'Die Nachricht geht an niemanden.',
      fix: 'Wähle Personen, eine Schicht, ein Programm, einen Filter oder alle Mitglieder.',
    },
    one_target: {
      cause: 'Eine Nachricht kann nicht an mehrere Gruppen zugleich gehen.',
      fix: 'Schick stattdessen zwei Nachrichten.',
    },
    too_many_recipients: {
      cause: 'Eine Nachricht kann an höchstens {limit, plural, one {# Person} other {# Personen}} gehen.',
      fix: 'Wähle weniger Personen.',
    },
    too_many_messages: {
      cause:
        'Deine Organisation hat in einer Stunde schon {limit, plural, one {# Nachricht} other {# Nachrichten}} geschickt.',
      fix: 'Versuch es später noch einmal.',
    },
    language_twice: {
      cause: 'Für die Sprache „{language}“ gibt es zwei Texte.',
      fix: 'Entferne einen davon.',
    },
    unknown_role: { cause: 'Diese Rolle gibt es in der Schicht nicht.', fix: 'Wähle eine ihrer Rollen.' },
    only_with_shift: {
      cause: 'Rolle und Status kann man nur bei den Personen einer Schicht oder eines Programms wählen.',
      fix: 'Wähle auch eine Schicht oder ein Programm, oder lass die Angabe weg.',
    },
    invalid_push_key: {
      cause: 'Der Push-Schlüssel ist ungültig.',
      fix: 'Sende, was der Browser geliefert hat.',
    },
    program_not_found: { cause: 'Programm nicht gefunden.' },
    filter_not_found: {
      cause: 'Gespeicherter Filter nicht gefunden. Er wurde gelöscht oder ist nicht für dich freigegeben.',
      fix: 'Wähle einen anderen.',
    },
    template_name_taken: {
      cause: 'Es gibt schon eine Vorlage mit diesem Namen.',
      fix: 'Wähle einen anderen Namen.',
    },
    too_many_templates: {
      cause: 'Eine Organisation kann {limit, plural, one {# Vorlage} other {# Vorlagen}} haben.',
      fix: 'Lösche eine, die du nicht mehr brauchst.',
    },
  },
  events: {
    message: { sent: 'Die Koordination hat Personen geschrieben. Der Text steht nicht im Ereignis.' },
  },
  answers: {
    wouldGet:
      '{count, plural, =0 {Diese Nachricht würde niemand bekommen.} one {# Person würde diese Nachricht bekommen.} other {# Personen würden diese Nachricht bekommen.}}',
    messageSent:
      '{count, plural, =0 {Die Nachricht ging an niemanden.} one {Nachricht an # Person gesendet.} other {Nachricht an # Personen gesendet.}}',
  },
  kinds: {
    signup_confirmed: 'Neue Eintragungen',
    signup_pending: 'Eintragungen, die auf Bestätigung warten',
    waitlisted: 'Wartelisten',
    offered: 'Angebotene Plätze',
    promoted: 'Nachrücken von der Warteliste',
    approved: 'Bestätigte Eintragungen',
    rejected: 'Abgelehnte Eintragungen',
    signup_cancelled: 'Abgesagte Eintragungen',
    shift_cancelled: 'Abgesagte Schichten',
    shift_changed: 'Geänderte Schichten',
    reminder: 'Erinnerungen an Schichten',
    understaffed: 'Schichten, in denen Personen fehlen',
    shift_asked: 'Anfragen, ob du eine Schicht übernimmst',
    swap: 'Platztausch',
    shift_message: 'Nachrichten der Koordination',
    hours_decided: 'Gemeldete Stunden',
    badge_awarded: 'Abzeichen',
    journey_reminder: 'Erinnerungen an Pfade',
    member_removed: 'Beendete Mitgliedschaften',
  },
  labels: {
    what: 'Schicht',
    when: 'Wann',
    yourTime: 'Deine Zeit',
    where: 'Wo',
    role: 'Rolle',
    organization: 'Organisation',
    reason: 'Grund',
    answerBy: 'Antwort bis',
    position: 'Position auf der Warteliste',
  },
  inApp: {
    journey_reminder: 'Ein Schritt auf deinem Pfad ist bald fällig',
    understaffed: 'Bei {organization} fehlen morgen noch Personen',
  },
  actions: {
    cantCome: 'Ich kann nicht kommen',
    openShift: 'Schicht ansehen',
    myShifts: 'Meine Schichten',
    takeSpot: 'Platz annehmen',
    accept: 'Ja, ich übernehme sie',
    decline: 'Nein, ich kann nicht',
    preferences: 'Benachrichtigungen einstellen',
    unsubscribe: 'Diese E-Mails abbestellen',
  },
  reasons: {
    tookAnotherSpot: 'Du hast einen Platz in einer anderen Schicht zur selben Zeit angenommen.',
  },
  footer: 'Du bekommst diese E-Mail, weil du bei {organization} mithilfst.',
  mail: {
    signup_confirmed: {
      subject: 'Du bist eingetragen: {title}, {day}',
      lead: 'Du bist eingetragen. Danke! Mit der Datei im Anhang kommt die Schicht in deinen Kalender.',
    },
    signup_pending: {
      subject: 'Wartet auf Bestätigung: {title}, {day}',
      lead: 'Deine Eintragung wartet auf die Bestätigung der Koordination. Bis dahin halten wir dir den Platz frei.',
    },
    waitlisted: {
      subject: 'Du stehst auf der Warteliste: {title}, {day}',
      lead: 'Diese Schicht ist gerade voll. Du stehst auf der Warteliste, und wir schreiben dir, sobald ein Platz für dich frei ist.',
    },
    offered: {
      subject: 'Ein Platz ist frei: {title}, {day}',
      lead: 'Ein Platz ist frei geworden. Wenn du möchtest, gehört er dir. Ohne rechtzeitige Antwort bieten wir ihn der nächsten Person an.',
    },
    promoted: {
      subject: 'Du hast einen Platz: {title}, {day}',
      lead: 'Gute Nachricht: Du bist von der Warteliste nachgerückt und jetzt für diese Schicht eingetragen.',
    },
    approved: {
      subject: 'Bestätigt: {title}, {day}',
      lead: 'Deine Eintragung ist bestätigt. Wir freuen uns auf dich!',
    },
    rejected: {
      subject: 'Diesmal nicht: {title}, {day}',
      lead: 'Deine Eintragung wurde diesmal nicht bestätigt. Danke, dass du helfen wolltest.',
    },
    signup_cancelled: {
      subject: 'Du bist nicht mehr eingetragen: {title}, {day}',
      lead: 'Du bist für diese Schicht nicht mehr eingetragen und brauchst nicht zu kommen.',
    },
    offer_expired: {
      subject: 'Angebot abgelaufen: {title}, {day}',
      lead: 'Du hast den Platz nicht rechtzeitig angenommen. Er ist jetzt für andere frei, und du stehst nicht mehr auf der Warteliste.',
    },
    swapped: {
      subject: 'Jemand übernimmt deinen Platz: {title}, {day}',
      lead: 'Jemand anderes hat deinen Platz in dieser Schicht übernommen. Du musst also nicht kommen.',
    },
    own_cancellation: {
      subject: 'Du hast abgesagt: {title}, {day}',
      lead: 'Du hast abgesagt und bist für diese Schicht nicht mehr eingetragen. Danke, dass du Bescheid gesagt hast.',
    },
    shift_cancelled: {
      subject: 'Abgesagt: {title}, {day}',
      lead: 'Diese Schicht wurde abgesagt. Du brauchst nicht zu kommen.',
    },
    shift_changed: {
      subject: 'Geändert: {title}, {day}',
      lead: 'Zeit oder Ort deiner Schicht hat sich geändert. Hier sind die neuen Angaben.',
    },
    reminder: {
      subject: 'Erinnerung: {title}, {day}',
      lead: 'Deine Schicht beginnt in etwa {hours, plural, one {# Stunde} other {# Stunden}}. Bis dann!',
    },
    shift_asked: {
      subject: 'Übernimmst du diese Schicht? {title}, {day}',
      urgentSubject: 'Dringend: Kannst du helfen? {title}, {day}',
      lead: '{sender} fragt, ob du diese Schicht übernehmen kannst.',
      first:
        'Wer zuerst zusagt, bekommt den Platz. Bitte antworte auch, wenn du nicht kannst. Dann können wir andere fragen.',
    },
    swap: {
      someone: 'Jemand',
      offered: {
        subject: '{name} bietet dir einen Platz an: {title}, {day}',
        lead: '{name} kann zu dieser Schicht nicht kommen und möchte dir den Platz weitergeben.',
      },
      moved: {
        subject: 'Bitte noch einmal zusagen: {title}, {day}',
        lead: 'Diese Schicht wurde verschoben. Zugesagt hattest du für die alte Zeit. Wenn du weiterhin kommen kannst, nimm den Platz noch einmal an.',
      },
      withdrawn: {
        subject: 'Nicht mehr im Angebot: {title}, {day}',
        lead: 'Der Platz in dieser Schicht wird nicht mehr angeboten. Du kannst ihn also nicht übernehmen.',
      },
      declined: {
        subject: 'Du hast deinen Platz noch: {title}, {day}',
        lead: '{name} kann deinen Platz nicht übernehmen. Du hast ihn also weiterhin und kannst ihn jemand anderem anbieten.',
      },
      rejected: {
        subject: 'Tausch nicht bestätigt: {title}, {day}',
        lead: 'Die Koordination hat diesen Tausch nicht bestätigt. Du kannst den Platz also nicht übernehmen.',
      },
      rejectedGiver: {
        subject: 'Tausch nicht bestätigt: {title}, {day}',
        lead: 'Die Koordination hat diesen Tausch nicht bestätigt. Du hast deinen Platz also weiterhin.',
      },
    },
    shift_message: {
      lead: '{sender} schreibt dir zu deiner Schicht:',
      directLead: '{sender} schreibt dir:',
    },
    understaffed: {
      subject: 'Morgen fehlen in {count, plural, one {# Schicht} other {# Schichten}} noch Personen',
      lead: 'Bei {organization} fehlen morgen in {count, plural, one {# Schicht} other {# Schichten}} noch Personen:',
      shift:
        '{people, number} bestätigt, mindestens {minimum, plural, one {# Person} other {# Personen}} nötig',
      role: '{role}: {people, number} bestätigt, mindestens {minimum, number} nötig',
    },
    hours_decided: {
      approvedSubject:
        'Stunden bestätigt: {count, plural, one {{time} am {day}} other {# Meldungen, zusammen {time}}}',
      approvedLead:
        'Die Koordination von {organization} hat die Stunden bestätigt, die du gemeldet hast. Sie zählen jetzt als bestätigte Stunden. Danke!',
      rejectedSubject:
        'Stunden nicht bestätigt: {count, plural, one {{time} am {day}} other {# Meldungen, zusammen {time}}}',
      rejectedLead:
        'Die Koordination von {organization} hat die Stunden nicht bestätigt, die du gemeldet hast. Wenn etwas nicht stimmt, kannst du sie noch einmal melden.',
      day: 'Tag',
      time: 'Zeit',
      program: 'Programm',
      action: 'Meine Stunden ansehen',
    },
    badge_awarded: {
      subject: 'Du hast ein Abzeichen bekommen: {badge}',
      renewedSubject: 'Dein Abzeichen wurde verlängert: {badge}',
      renewedLead:
        '{organization} hat dein Abzeichen „{badge}“ verlängert. Du kannst es teilen, mit wem du möchtest.',
      lead: '{organization} hat dir das Abzeichen „{badge}“ verliehen. Danke! Du kannst es teilen, mit wem du möchtest.',
      action: 'Meine Abzeichen ansehen',
    },
    journey_reminder: {
      subject: 'Nächster Schritt: {step}',
      lead: 'Noch ist Zeit für deinen nächsten Schritt auf dem Pfad „{journey}“: {step}.',
      due: 'Fällig',
      action: 'Weitermachen',
    },
    member_removed: {
      subject: 'Du bist kein Mitglied von {organization} mehr',
      lead: 'Deine Mitgliedschaft bei {organization} wurde beendet. Du bekommst keine E-Mails mehr zu Schichten dort.',
      shifts:
        '{count, plural, one {Für diese Schicht bist du nicht mehr eingetragen:} other {Für diese # Schichten bist du nicht mehr eingetragen:}}',
      journeys: 'Diese Pfade sind für dich beendet: {journeys}.',
      footer: 'Du bekommst diese E-Mail, weil du Mitglied von {organization} warst.',
    },
    test: {
      subject: 'Test-E-Mail von Muster',
      lead: 'Der E-Mail-Versand funktioniert. {organization} kann jetzt alle Freiwilligen erreichen.',
      footer: 'Du bekommst diese E-Mail, weil du dir selbst einen Test geschickt hast.',
    },
  },
  joined: {
    signup_confirmed: {
      subject: 'Du bist für {count, number} Schichten eingetragen',
      lead: 'Du bist für diese Schichten eingetragen. Danke! Mit der Datei im Anhang kommen sie in deinen Kalender.',
    },
    signup_pending: {
      subject: '{count, number} Eintragungen warten auf Bestätigung',
      lead: 'Diese Eintragungen warten auf die Bestätigung der Koordination. Bis dahin halten wir dir die Plätze frei.',
    },
    waitlisted: {
      subject: 'Du stehst bei {count, number} Schichten auf der Warteliste',
      lead: 'Diese Schichten sind gerade voll. Du stehst auf der Warteliste, und wir schreiben dir, sobald ein Platz für dich frei ist.',
    },
    promoted: {
      subject: 'Du hast einen Platz in {count, number} Schichten',
      lead: 'Gute Nachricht: Du bist von der Warteliste nachgerückt und jetzt für diese Schichten eingetragen.',
    },
    approved: {
      subject: '{count, number} Eintragungen bestätigt',
      lead: 'Deine Eintragungen sind bestätigt. Wir freuen uns auf dich!',
    },
    rejected: {
      subject: 'Diesmal nicht: {count, number} Schichten',
      lead: 'Deine Eintragungen wurden diesmal nicht bestätigt. Danke, dass du helfen wolltest.',
    },
    signup_cancelled: {
      subject: 'Du bist für {count, number} Schichten nicht mehr eingetragen',
      lead: 'Du bist für diese Schichten nicht mehr eingetragen und brauchst nicht zu kommen.',
    },
    own_cancellation: {
      subject: 'Du hast {count, number} Schichten abgesagt',
      lead: 'Du hast abgesagt und bist für diese Schichten nicht mehr eingetragen. Danke, dass du Bescheid gesagt hast.',
    },
    shift_cancelled: {
      subject: '{count, number} deiner Schichten sind abgesagt',
      lead: 'Diese Schichten wurden abgesagt. Du brauchst nicht zu kommen.',
    },
    shift_changed: {
      subject: '{count, number} deiner Schichten haben sich geändert',
      lead: 'Zeit oder Ort dieser Schichten hat sich geändert. Hier sind die neuen Angaben.',
    },
  },
  pages: {
    cantCome: {
      title: 'Kannst du nicht kommen?',
      question: 'Hallo {name}, möchtest du für diese Schicht absagen?',
      button: 'Ja, absagen',
      doneTitle: 'Danke, dass du Bescheid sagst',
      done: 'Du bist für diese Schicht nicht mehr eingetragen.',
      goneTitle: 'Du bist nicht eingetragen',
      gone: 'Du bist für diese Schicht nicht mehr eingetragen. Es ist nichts weiter zu tun.',
      refusedTitle: 'Bitte wende dich an die Koordination',
      refused: 'Für eine Absage über diesen Link ist es zu spät.',
    },
    ask: {
      title: 'Übernimmst du diese Schicht?',
      question: 'Hallo {name}, {sender} fragt, ob du diese Schicht übernehmen kannst.',
      accept: 'Ja, ich übernehme sie',
      decline: 'Nein, ich kann nicht',
      acceptedTitle: 'Du bist eingetragen',
      accepted:
        'Du hast zugesagt. Danke! Wenn du doch nicht kannst, sag auf der Seite der Schicht oder mit dem Link in deiner Bestätigung ab.',
      pendingTitle: 'Wartet auf Bestätigung',
      pending:
        'Du hast zugesagt. Danke! Die Koordination muss das noch bestätigen. Wir halten dir den Platz frei.',
      declinedTitle: 'Vielleicht beim nächsten Mal',
      declined: 'Du hast abgesagt. Danke, dass du Bescheid gesagt hast.',
      too_lateTitle: 'Andere waren schneller',
      closedTitle: 'Nicht mehr offen',
      closed: 'Diese Anfrage ist nicht mehr offen. Trotzdem danke!',
      refusedTitle: 'Du kannst diese Schicht nicht übernehmen',
    },
    unsubscribe: {
      title: 'E-Mails abbestellen',
      question: 'Sollen wir „{kind}“ nicht mehr an {email} senden?',
      button: 'Diese E-Mails abbestellen',
      allButton: 'Alle E-Mails abbestellen',
      doneTitle: 'Abbestellt',
      done: 'Du bekommst keine E-Mails mehr zu „{kind}“. In deinen Einstellungen kannst du sie wieder einschalten.',
      doneAll:
        'Du bekommst keine Benachrichtigungen per E-Mail mehr. In deinen Einstellungen kannst du sie wieder einschalten.',
    },
  },
} satisfies Translation<typeof en>;
