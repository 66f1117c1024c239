import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    access_required: {
      cause: 'Dafür brauchst du mindestens den Zugriff „{access}“.',
      fix: 'Wende dich an die Admins der Organisation.',
    },
    scope_required: {
      cause: 'Dieser API-Schlüssel gibt keinen Zugriff auf {scope}.',
      fix: 'Verwende einen, der das darf.',
    },
    membership_required: {
      cause: 'Du bist noch in keiner Organisation Mitglied.',
      fix: 'Tritt zuerst einer bei oder erstelle eine.',
    },
    organization_required: {
      cause: 'Du gehörst zu {count, plural, one {# Organisation} other {# Organisationen}}.',
      fix: 'Wähle eine aus.',
    },
    installation_owner_required: {
      cause:
        'Nur wer Inhaber:in dieser Installation ist, kann alle neuen Konten in eine Organisation aufnehmen.',
    },
    access_too_high: {
      cause: 'Du kannst niemandem mehr Zugriff geben, als du selbst hast.',
      fix: 'Wähle weniger Zugriff oder frag die Inhaber:innen der Organisation.',
    },
    member_has_more_access: {
      cause: 'Dieses Mitglied hat mehr Zugriff als du.',
      fix: 'Frag die Inhaber:innen der Organisation.',
    },
    sole_owner: {
      cause: 'Nur du hast den Zugriff „Inhaber:in“ in {organizations}.',
      fix: 'Gib ihn zuerst einem anderen Mitglied.',
    },
    already_member: { cause: 'Du bist bereits Mitglied dieser Organisation.' },
    invitation_only: {
      cause: 'Diese Organisation nimmt neue Mitglieder nur auf Einladung oder Anfrage auf.',
      fix: 'Frag zuerst an. Die Admins melden sich bei dir.',
    },
    open_to_anyone: {
      cause: 'Dieser Organisation können alle beitreten.',
      fix: 'Du brauchst nicht anzufragen.',
    },
    already_requested: {
      cause: 'Du hast schon angefragt.',
      fix: 'Die Admins melden sich bei dir.',
    },
    too_many_requests: {
      cause:
        'Du kannst innerhalb von {hours, plural, one {# Stunde} other {# Stunden}} höchstens {limit, plural, one {# Anfrage} other {# Anfragen}} stellen.',
      fix: 'Versuche es später noch einmal.',
    },
    request_closed: { cause: 'Diese Anfrage ist nicht mehr offen.' },
    no_addresses: {
      cause: 'In diesem Text stehen keine Adressen.',
      fix: 'Füge mindestens eine E-Mail-Adresse ein.',
    },
    address_missing: {
      cause: 'In dieser Zeile steht keine E-Mail-Adresse.',
      fix: 'Ergänze sie in der Datei oder lade die Person mit einem Link ein.',
    },
    unknown_access: {
      cause: 'Den Zugriff „{access}“ gibt es nicht.',
      fix: 'Schreib Freiwillige, Check-in, Koordination, Admin oder Inhaber.',
    },
    too_many_addresses: {
      cause: 'Du kannst höchstens {limit, plural, one {# Person} other {# Personen}} auf einmal einladen.',
      fix: 'Teile die Liste auf.',
    },
    too_many_invitations: {
      cause:
        'Eine Organisation kann innerhalb von 24 Stunden {limit, plural, one {# Einladung} other {# Einladungen}} per E-Mail verschicken.',
      fix: 'Lade die anderen morgen ein, oder gib ihnen einen Einladungslink.',
    },
    invitation_suspended: {
      cause:
        'Diese Einladung funktioniert nicht mehr, weil die Person, die sie erstellt hat, niemanden mehr einladen kann.',
      fix: 'Bitte die Organisation um eine neue.',
    },
    invitation_invalid: {
      cause:
        'Diese Einladung ist abgelaufen, wurde schon verwendet oder gilt für eine andere E-Mail-Adresse.',
      fix: 'Bitte die Organisation um eine neue.',
    },
    invitation_not_suspended: {
      cause:
        'Diese Einladung kannst du nicht übernehmen, weil sie noch funktioniert oder nicht mehr gültig ist.',
    },
    api_key_not_suspended: {
      cause:
        'Diesen API-Schlüssel kannst du nicht übernehmen, weil er noch funktioniert oder nicht mehr gültig ist.',
    },
    api_key_invalid: {
      cause: 'Dieser API-Schlüssel ist ungültig. Vielleicht ist er abgelaufen oder wurde widerrufen.',
      fix: 'Bitte die Admins der Organisation um einen neuen.',
    },
    api_key_suspended: {
      cause:
        'Dieser API-Schlüssel funktioniert nicht mehr, weil die Person, die ihn erstellt hat, keinen Adminzugriff mehr hat.',
      fix: 'Bitte die Admins der Organisation, ihn zu übernehmen.',
    },
  },
  answers: {
    joined: 'Willkommen bei {organization}!',
    invitationAccepted: 'Du bist jetzt Mitglied.',
    left: 'Du bist kein Mitglied mehr. Deine Plätze in kommenden Schichten dort sind abgesagt.',
  },
  mail: {
    invitation: {
      subject: '{organization} lädt dich ein',
      greeting: 'Hallo!',
      lead: '{organization} plant Schichten mit Muster und lädt dich zum Mitmachen ein.',
      expiry:
        'Der Link ist {days, plural, one {# Tag} other {# Tage}} lang gültig und funktioniert nur einmal.',
      action: 'Einladung annehmen',
      footer: 'Wenn du damit nichts anfangen kannst, ignoriere diese E-Mail einfach.',
    },
    joinRequest: {
      subject: '{name} möchte bei {organization} mitmachen',
      lead: '{name} möchte Mitglied bei {organization} werden.',
      remedy: 'Nimm die Anfrage an oder lehne sie ab. Deine Antwort schicken wir per E-Mail.',
      email: 'E-Mail',
      message: 'Nachricht',
      action: 'Anfrage ansehen',
      footer: 'Du bekommst diese E-Mail, weil du {organization} verwaltest.',
    },
    joinAnswer: {
      approved: {
        subject: 'Du bist jetzt Mitglied bei {organization}',
        lead: 'Willkommen bei {organization}! Du kannst dich jetzt für Schichten eintragen.',
        action: 'Schicht finden',
      },
      declined: {
        subject: 'Deine Anfrage an {organization}',
        lead: '{organization} hat deine Anfrage abgelehnt.',
        action: 'Andere Schichten ansehen',
      },
      reason: 'Grund',
      footer: 'Du bekommst diese E-Mail, weil du bei {organization} mitmachen wolltest.',
    },
    accessSuspended: {
      subject: 'Prüfe den Zugriff auf {organization}',
      lead: '{name} kann den Zugriff auf {organization} nicht mehr verwalten. Die API-Schlüssel und Einladungen von {name} funktionieren nicht mehr.',
      leadUnnamed:
        'Jemand kann den Zugriff auf {organization} nicht mehr verwalten. Die API-Schlüssel und Einladungen dieser Person funktionieren nicht mehr.',
      leadErased:
        'Eine Person, die {organization} verwaltet hat, hat ihr Konto gelöscht. Ihre API-Schlüssel und Einladungen funktionieren nicht mehr.',
      remedy:
        'Übernimm innerhalb von {days, plural, one {# Tag} other {# Tagen}}, was ihr noch braucht. API-Schlüssel werden neu erzeugt, Einladungen bekommen einen neuen Link. Alles andere läuft ab.',
      apiKey: 'API-Schlüssel',
      invitation: 'Einladung',
      link: 'Link für alle',
      action: 'Zugriff prüfen',
      footer: 'Du bekommst diese E-Mail, weil du {organization} verwaltest.',
    },
  },
  words: {
    volunteer: 'Freiwillige:r',
    check_in: 'Check-in',
    coordinator: 'Koordination',
    admin: 'Admin',
    owner: 'Inhaber:in',
    organization: 'die Einstellungen der Organisation',
    members: 'Mitglieder',
    programs: 'Programme',
    shifts: 'Schichten',
    attendance: 'Anwesenheit',
    forms: 'Formulare',
    journeys: 'Pfade',
    badges: 'Abzeichen',
    webhooks: 'Webhooks',
    jobs: 'Hintergrundaufgaben',
    audit: 'das Protokoll',
  },
  events: {
    member: {
      joined: 'Jemand ist Mitglied der Organisation geworden.',
      join_requested:
        'Jemand möchte der Organisation beitreten. Die Admins können die Anfrage annehmen oder ablehnen.',
      join_declined: 'Eine Beitrittsanfrage wurde abgelehnt.',
      left: 'Ein Mitglied hat die Organisation verlassen, wurde entfernt oder hat das Konto gelöscht. Die Person ist für keine kommende Schicht mehr eingetragen.',
    },
  },
} satisfies Translation<typeof en>;
