import type { Translation } from '../texts.ts';
import type en from './en.ts';

export default {
  refusals: {
    validation_failed: {
      title: 'Ungültige Angaben',
      cause: 'Einige Angaben sind ungültig.',
      fix: 'Korrigiere sie und versuche es noch einmal.',
    },
    bad_json: {
      title: 'Ungültiges JSON',
      cause: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
      fix: 'Sende ein JSON-Objekt in UTF-8.',
    },
    organization_required: {
      title: 'Organisation auswählen',
      cause: 'Du gehörst zu mehreren Organisationen.',
      fix: 'Gib an, um welche es geht.',
    },
    email_taken: {
      title: 'E-Mail-Adresse bereits vergeben',
      cause: 'Mit dieser E-Mail-Adresse gibt es bereits ein Konto.',
      fix: 'Logge dich ein oder setze dein Passwort zurück.',
    },
    password_unsuitable: {
      title: 'Wähle ein anderes Passwort',
      cause: 'Dieses Passwort ist zu leicht zu erraten.',
      fix: 'Verwende 8 bis 128 Zeichen und weder deinen Namen noch deine E-Mail-Adresse.',
    },
    token_invalid: {
      title: 'Link abgelaufen',
      cause: 'Dieser Link ist abgelaufen oder wurde schon verwendet.',
      fix: 'Fordere einen neuen an.',
    },
    unauthenticated: {
      title: 'Nicht eingeloggt',
      cause: 'Du bist nicht eingeloggt.',
      fix: 'Logge dich ein und versuche es noch einmal.',
    },
    invalid_credentials: {
      title: 'E-Mail-Adresse oder Passwort falsch',
      cause: 'E-Mail-Adresse oder Passwort stimmen nicht.',
      fix: 'Prüfe beides oder setze dein Passwort zurück.',
    },
    forbidden: {
      title: 'Kein Zugriff',
      cause: 'Dafür fehlt dir der Zugriff.',
      fix: 'Wende dich an die Admins der Organisation.',
    },
    not_found: {
      title: 'Nicht gefunden',
      cause: 'Das gibt es nicht, oder du hast keinen Zugriff darauf.',
      fix: 'Prüfe die Adresse oder logge dich mit einem anderen Konto ein.',
    },
    request_timeout: {
      title: 'Zeitüberschreitung',
      cause: 'Die Übertragung hat zu lange gedauert.',
      fix: 'Prüfe deine Verbindung und versuche es noch einmal.',
    },
    conflict: {
      title: 'Das geht gerade nicht',
      cause: 'Das wurde geändert, seit du es geladen hast.',
      fix: 'Lade die Seite neu und versuche es noch einmal.',
    },
    last_owner: {
      title: 'Letzte:r Inhaber:in',
      cause: 'Eine Organisation braucht mindestens eine Person als Inhaber:in.',
      fix: 'Gib zuerst einem anderen Mitglied den Zugriff „Inhaber:in“.',
    },
    already_member: {
      title: 'Bereits Mitglied',
      cause: 'Diese Person ist bereits Mitglied der Organisation.',
      fix: 'Es ist nichts weiter zu tun.',
    },
    capacity_conflict: {
      title: 'Schicht voll',
      cause: 'Diese Schicht ist voll.',
      fix: 'Wähle eine andere oder setze dich auf die Warteliste.',
    },
    schedule_conflict: {
      title: 'Überschneidung',
      cause: 'Diese Schicht überschneidet sich mit einer anderen.',
      fix: 'Sag die andere zuerst ab oder wechsle sie.',
    },
    availability_conflict: {
      title: 'Außerhalb der Verfügbarkeit',
      cause: 'Diese Schicht liegt außerhalb der angegebenen Verfügbarkeit.',
      fix: 'Passe die Verfügbarkeit an oder wähle eine andere Schicht.',
    },
    policy_conflict: {
      title: 'Nach den Regeln der Organisation nicht möglich',
      cause: 'Eine Regel der Organisation lässt das nicht zu.',
      fix: 'Wähle eine andere Schicht oder frag die Koordination.',
    },
    already_registered: {
      title: 'Bereits eingetragen',
      cause: 'Für diese Schicht gibt es bereits eine Eintragung.',
      fix: 'Sag zuerst ab, um dich neu einzutragen.',
    },
    endpoint_inactive: {
      title: 'Endpunkt inaktiv',
      cause: 'Dieser Endpunkt ist inaktiv.',
      fix: 'Aktiviere ihn und versuche es noch einmal.',
    },
    replay_in_progress: {
      title: 'Zustellung läuft',
      cause: 'Dieses Ereignis wird gerade zugestellt.',
      fix: 'Warte, bis die Zustellung abgeschlossen ist.',
    },
    idempotency_in_flight: {
      title: 'Anfrage läuft noch',
      cause: 'Dieselbe Anfrage wird noch bearbeitet.',
      fix: 'Warte einen Moment und versuche es noch einmal.',
    },
    precondition_failed: {
      title: 'Nicht mehr aktuell',
      cause: 'Das wurde geändert, seit du es geladen hast.',
      fix: 'Lade die Seite neu und versuche es noch einmal.',
    },
    profile_incomplete: {
      title: 'Profil unvollständig',
      cause: 'Im Profil fehlen Angaben, die diese Schicht voraussetzt.',
      fix: 'Vervollständige das Profil und versuche es noch einmal.',
    },
    requirements_incomplete: {
      title: 'Voraussetzungen nicht erfüllt',
      cause: 'Für diese Schicht sind noch nicht alle Voraussetzungen erfüllt.',
      fix: 'Erfülle sie und versuche es noch einmal.',
    },
    payload_too_large: {
      title: 'Anfrage zu groß',
      cause: 'Die Anfrage ist zu groß.',
      fix: 'Sende höchstens 1 MB auf einmal.',
    },
    unsupported_media_type: {
      title: 'Inhaltstyp nicht unterstützt',
      cause: 'Dieser Inhaltstyp wird nicht unterstützt.',
      fix: 'Sende JSON mit dem Inhaltstyp application/json.',
    },
    idempotency_mismatch: {
      title: 'Idempotenzschlüssel doppelt verwendet',
      cause: 'Dieser Idempotenzschlüssel gehört zu einer anderen Anfrage.',
      fix: 'Verwende für jede neue Anfrage einen neuen Schlüssel.',
    },
    rate_limited: {
      title: 'Zu viele Anfragen',
      cause: 'Das waren zu viele Anfragen.',
      fix: 'Warte einen Moment und versuche es noch einmal.',
    },
    headers_too_large: {
      title: 'Kopfzeilen zu groß',
      cause: 'Die Kopfzeilen der Anfrage sind zu groß.',
      fix: 'Lösche die Cookies dieser Seite und versuche es noch einmal.',
    },
    internal_error: {
      title: 'Etwas ist schiefgelaufen',
      cause: 'Bei uns ist etwas schiefgelaufen.',
      fix: 'Versuche es noch einmal. Wenn es wieder passiert, wende dich mit der Anfrage-ID an den Support.',
    },
    overloaded: {
      title: 'Dienst ausgelastet',
      cause: 'Der Dienst ist gerade ausgelastet.',
      fix: 'Warte einen Moment und versuche es noch einmal.',
    },
    unavailable: {
      title: 'Dienst nicht erreichbar',
      cause: 'Der Dienst ist gerade nicht erreichbar.',
      fix: 'Warte einen Moment und versuche es noch einmal.',
    },
  },
  errors: {
    required: { cause: 'Das ist ein Pflichtfeld.' },
    required_with_api_key: {
      cause: 'Ein API-Schlüssel gehört zu keiner Person.',
      fix: 'Gib an, um welche Person es geht.',
    },
    type: { cause: 'Diese Angabe hat den falschen Typ.', fix: 'Erwartet: {types}.' },
    enum: { cause: 'Diese Angabe steht nicht zur Auswahl.', fix: 'Wähle eine der Möglichkeiten.' },
    blank: { cause: 'Das ist ein Pflichtfeld.', fix: 'Gib einen Text ein.' },
    min_length: {
      cause: 'Das ist zu kurz.',
      fix: 'Gib mindestens {limit, plural, other {# Zeichen}} ein.',
    },
    max_length: {
      cause: 'Das ist zu lang.',
      fix: 'Gib höchstens {limit, plural, other {# Zeichen}} ein.',
    },
    pattern: { cause: 'Diese Angabe hat nicht das erwartete Format.' },
    format: { cause: 'Diese Angabe hat nicht das erwartete Format.' },
    format_date_time: {
      cause: 'Das ist keine gültige Zeitangabe.',
      fix: 'Gib Datum, Uhrzeit und Zeitzone an, zum Beispiel 2026-11-14T09:00:00Z.',
    },
    format_single_line: {
      cause: 'Das muss in eine Zeile passen.',
      fix: 'Entferne Zeilenumbrüche und Steuerzeichen.',
    },
    format_date: { cause: 'Das ist kein gültiges Datum.', fix: 'Verwende das Format 2026-11-14.' },
    format_email: { cause: 'Das ist keine gültige E-Mail-Adresse.' },
    format_uri: {
      cause: 'Das ist keine gültige Webadresse.',
      fix: 'Verwende eine Adresse wie https://example.org/seite.',
    },
    time_zone: { cause: 'Unbekannte Zeitzone.', fix: 'Verwende einen Namen wie Europe/Berlin.' },
    time_zone_meant: { cause: 'Unbekannte Zeitzone.', fix: 'Meintest du {zones}?' },
    minimum: { cause: 'Der Wert ist zu klein.', fix: 'Gib {limit, number} oder mehr an.' },
    maximum: { cause: 'Der Wert ist zu groß.', fix: 'Gib {limit, number} oder weniger an.' },
    exclusive_minimum: { cause: 'Der Wert ist zu klein.', fix: 'Gib mehr als {limit, number} an.' },
    exclusive_maximum: { cause: 'Der Wert ist zu groß.', fix: 'Gib weniger als {limit, number} an.' },
    multiple_of: { cause: 'Das muss ein Vielfaches von {limit, number} sein.' },
    min_items: {
      cause: 'Das sind zu wenige Einträge.',
      fix: 'Füge mindestens {limit, plural, one {# Eintrag} other {# Einträge}} hinzu.',
    },
    max_items: {
      cause: 'Das sind zu viele Einträge.',
      fix: 'Behalte höchstens {limit, plural, one {# Eintrag} other {# Einträge}}.',
    },
    unique_items: { cause: 'Ein Eintrag kommt doppelt vor.', fix: 'Entferne das Duplikat.' },
    min_properties: { cause: 'Es gibt nichts zu ändern.', fix: 'Sende mindestens ein Feld.' },
    max_properties: {
      cause: 'Das sind zu viele Felder.',
      fix: 'Sende höchstens {limit, plural, one {# Feld} other {# Felder}}.',
    },
    not_valid: { cause: 'Diese Angabe ist ungültig.', fix: 'Prüfe deine Eingabe.' },
    unknown_field: { cause: 'Dieses Feld gibt es hier nicht.', fix: 'Prüfe den Namen oder lass es weg.' },
    nul_character: { cause: 'Der Text enthält ein NUL-Zeichen.', fix: 'Entferne es.' },
    lone_surrogate: {
      cause: 'Der Text enthält ein halbes Surrogatpaar.',
      fix: 'Prüfe die Kodierung des Textes.',
    },
    number_too_large: { cause: 'Diese Zahl ist zu groß.', fix: 'Sende eine kleinere oder einen Text.' },
    forbidden_key: { cause: 'Dieser Schlüssel ist nicht erlaubt.', fix: 'Entferne ihn.' },
    duplicate_key: { cause: 'Dieser Schlüssel kommt doppelt vor.', fix: 'Entferne einen davon.' },
    depth: {
      cause: 'Das JSON ist zu tief verschachtelt.',
      fix: 'Verwende höchstens {limit, plural, one {# Ebene} other {# Ebenen}}.',
    },
    too_many_keys: {
      cause: 'Ein Objekt hat zu viele Schlüssel.',
      fix: 'Verwende höchstens {limit, number}.',
    },
    too_many_values: {
      cause: 'Die Anfrage enthält zu viele Werte.',
      fix: 'Sende höchstens {limit, number} auf einmal.',
    },
    not_utf8: { cause: 'Der Inhalt der Anfrage ist kein gültiges UTF-8.', fix: 'Sende ihn als UTF-8.' },
    syntax: {
      cause: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
      fix: 'Korrigiere ihn und versuche es noch einmal.',
    },
    body_too_large: {
      cause: 'Die Anfrage ist zu groß.',
      fix: 'Sende höchstens {size} auf einmal.',
    },
    too_many_pieces: {
      cause: 'Die Anfrage kam in zu vielen kleinen Teilen an.',
      fix: 'Sende den Inhalt in größeren Teilen.',
    },
    host_required: { cause: 'Der Host-Header fehlt.', fix: 'Prüfe das Programm, mit dem du zugreifst.' },
    body_compressed: {
      cause: 'Der Inhalt der Anfrage ist komprimiert.',
      fix: 'Sende ihn unkomprimiert, ohne Content-Encoding.',
    },
    other_charset: {
      cause: 'Der Inhalt der Anfrage ist nicht in UTF-8.',
      fix: 'Sende ihn in UTF-8, mit charset=utf-8 oder ohne charset.',
    },
    csv_media_type: {
      cause: 'Das ist keine CSV-Datei.',
      fix: 'Sende eine mit dem Inhaltstyp text/csv.',
    },
    csv_empty: {
      cause: 'Die Datei ist leer.',
      fix: 'In der ersten Zeile müssen die Namen der Spalten stehen.',
    },
    csv_no_rows: {
      cause: 'Unter der ersten Zeile mit den Namen der Spalten steht nichts.',
    },
    csv_encoding: {
      cause: 'Diese Datei ist nicht als UTF-8 gespeichert.',
      fix: 'Wähle in Excel „Datei > Speichern unter“ und den Dateityp „CSV UTF-8“.',
    },
    csv_workbook: {
      cause: 'Das ist eine Excel-Arbeitsmappe, keine CSV-Datei.',
      fix: 'Wähle in Excel „Datei > Speichern unter“ und den Dateityp „CSV UTF-8“.',
    },
    csv_quote: {
      cause: 'Ein Anführungszeichen in Zeile {line, number} oder darunter wird nicht geschlossen.',
      fix: 'Schließe oder entferne es.',
    },
    csv_line_too_long: {
      cause: 'Zeile {line, number} hat mehr als {limit, number} Zeichen.',
      fix: 'Kürze sie, oder prüfe, ob alle Anführungszeichen geschlossen sind.',
    },
    csv_too_many_columns: {
      cause: 'Die Datei hat mehr als {limit, number} Spalten.',
      fix: 'Entferne die Spalten, die du nicht brauchst.',
    },
    csv_too_many_rows: {
      cause: 'Die Datei hat mehr als {limit, number} Zeilen.',
      fix: 'Teile sie in mehrere Dateien auf.',
    },
    csv_columns_twice: {
      cause: 'Mehrere Spalten bedeuten dasselbe: {columns}.',
      fix: 'Behalte nur eine davon.',
    },
    csv_column_missing: {
      cause: 'Die Spalte „{column}“ fehlt.',
      fix: 'In der ersten Zeile der Datei müssen die Namen der Spalten stehen.',
    },
    csv_cells_beyond: {
      cause:
        'Diese Zeile hat {cells, plural, one {# Zelle} other {# Zellen}}, es gibt aber {columns, plural, one {# Spalte} other {# Spalten}}.',
      fix: 'Setze Texte, die das Trennzeichen enthalten, in Anführungszeichen.',
    },
    csv_cells_missing: {
      cause:
        'Diese Zeile hat {cells, plural, one {# Zelle} other {# Zellen}} für {columns, plural, one {# Spalte} other {# Spalten}}. Fehlende Zellen zählen als leer.',
    },
    broken_http: { cause: 'Das ist keine gültige HTTP-Anfrage.', fix: 'Prüfe das verwendete Programm.' },
    cursor: {
      cause: 'Ungültiger Cursor.',
      fix: 'Sende den Cursor der vorigen Seite oder lass ihn weg.',
    },
    idempotency_key: {
      cause: 'Ungültiger Idempotenzschlüssel.',
      fix: 'Verwende 1 bis 255 druckbare ASCII-Zeichen.',
    },
    api_key_not_allowed: {
      cause: 'Das geht nicht mit einem API-Schlüssel.',
      fix: 'Logge dich mit deinem Konto ein.',
    },
    bearer_required: {
      cause: 'Der Authorization-Header ist ungültig.',
      fix: 'Sende ein Bearer-Token oder einen API-Schlüssel.',
    },
    token_unknown: { cause: 'Dieses Zugriffstoken ist ungültig.', fix: 'Logge dich noch einmal ein.' },
    refresh_token_unknown: {
      cause: 'Dieses Refresh-Token ist ungültig.',
      fix: 'Logge dich noch einmal ein.',
    },
    token_expired: { cause: 'Deine Sitzung ist abgelaufen.', fix: 'Logge dich noch einmal ein.' },
    too_many_streams: {
      cause: 'Es sind zu viele Verbindungen für Live-Aktualisierungen offen.',
      fix: 'Schließe einige Tabs oder Fenster.',
    },
    archived: { cause: 'Das ist archiviert.', fix: 'Stelle es zuerst wieder her.' },
    organization_for_list: {
      cause: 'Entwürfe und Archiviertes werden je Organisation aufgelistet.',
      fix: 'Gib die Organisation an.',
    },
  },
  words: {
    array: 'eine Liste',
    boolean: 'wahr oder falsch',
    integer: 'eine ganze Zahl',
    number: 'eine Zahl',
    object: 'ein Objekt',
    string: 'Text',
    name: 'Name',
    email: 'E-Mail-Adresse',
    phone: 'Telefonnummer',
    date_of_birth: 'Geburtsdatum',
    emergency_contact: 'Notfallkontakt',
    email_verified: 'bestätigte E-Mail-Adresse',
  },
  managed: {
    published: 'Veröffentlicht.',
    archived: 'Archiviert.',
    restored: 'Wiederhergestellt.',
  },
  mail: {
    greeting: 'Hallo {name}!',
    cityTime: '{city} (Ortszeit)',
  },
} satisfies Translation<typeof en>;
