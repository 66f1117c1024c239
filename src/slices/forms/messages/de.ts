import type { Translation } from '#platform/language/index.ts';
import type en from './en.ts';

export default {
  errors: {
    closed: { cause: 'Dieses Formular ist gerade nicht geöffnet.' },
    new_version: {
      cause: 'Dieses Formular wurde inzwischen geändert.',
      fix: 'Lies es noch einmal durch und sende es dann ab.',
    },
    too_many_responses: {
      cause:
        'Du hast dieses Formular in den letzten 24 Stunden {limit, plural, one {#-mal} other {#-mal}} abgesendet. Öfter geht es nicht.',
      fix: 'Versuche es morgen noch einmal.',
    },
    already_submitted: {
      cause: 'Du hast dieses Formular schon abgesendet.',
      fix: 'Das geht nur einmal.',
    },
    answers_too_large: {
      cause: 'Deine Antworten sind zu lang.',
      fix: 'Kürze sie und versuche es noch einmal.',
    },
    answers_too_many: {
      cause: 'Das sind zu viele Antworten für dieses Formular.',
      fix: 'Entferne einige und versuche es noch einmal.',
    },
    answers_too_long: {
      cause: 'Deine Antworten sind zu lang für dieses Formular.',
      fix: 'Kürze sie und versuche es noch einmal.',
    },
    answers_too_deep: {
      cause: 'Das ist zu tief verschachtelt.',
      fix: 'Verwende höchstens {limit, plural, one {# Ebene} other {# Ebenen}}.',
    },
    list_too_long: {
      cause: 'Das sind zu viele Einträge.',
      fix: 'Behalte höchstens {limit, plural, one {# Eintrag} other {# Einträge}}.',
    },
    empty: { cause: 'Das darf nicht leer sein.' },
    format_time: { cause: 'Das ist keine gültige Uhrzeit.', fix: 'Verwende das Format 09:00:00Z.' },
    const: { cause: 'Hier muss „{value}“ stehen.' },
    not_agreed: { cause: 'Dem musst du zustimmen.' },
    enum: { cause: 'Diese Angabe steht nicht zur Auswahl.', fix: 'Wähle {options}.' },
    dependent_required: { cause: 'Durch eine andere Antwort ist das ein Pflichtfeld.' },
    additional_properties: { cause: 'Dieses Feld gibt es im Formular nicht.', fix: 'Entferne es.' },
    unevaluated_properties: { cause: 'Dieses Feld gibt es im Formular nicht.', fix: 'Entferne es.' },
    unevaluated_items: { cause: 'Das sind zu viele Einträge.', fix: 'Entferne, was du nicht brauchst.' },
    items: { cause: 'Das sind zu viele Einträge.', fix: 'Entferne, was du nicht brauchst.' },
    not_allowed: {
      cause: 'Eine andere Antwort schließt das aus.',
      fix: 'Lass es leer.',
    },
    any_of: { cause: 'Das passt zu keiner der Möglichkeiten.' },
    one_of: { cause: 'Das passt zu keiner der Möglichkeiten.' },
    one_of_several: {
      cause: 'Das passt zu mehreren Möglichkeiten.',
      fix: 'Wähle nur eine.',
    },
    not: { cause: 'Diese Antwort ist nicht möglich.', fix: 'Wähle eine andere.' },
    contains: { cause: 'Ein erforderlicher Eintrag fehlt.', fix: 'Füge ihn hinzu.' },
    contains_least: {
      cause: 'Erforderliche Einträge fehlen.',
      fix: 'Ergänze sie. {limit, plural, one {Mindestens einer ist} other {Mindestens # sind}} nötig.',
    },
    contains_between: {
      cause: 'Das sind zu wenige oder zu viele der erforderlichen Einträge.',
      fix: 'Gib {least, number} bis {most, number} davon an.',
    },
    too_few_fields: {
      cause: 'Es sind zu wenige Felder ausgefüllt.',
      fix: 'Fülle mindestens {limit, plural, one {# Feld} other {# Felder}} aus.',
    },
    property_names: { cause: 'Dieser Feldname ist nicht erlaubt.' },
    schema_too_large: {
      cause: 'Das Schema ist zu groß.',
      fix: 'Verwende höchstens {limit, plural, one {# Byte} other {# Bytes}}.',
    },
    schema_too_deep: {
      cause: 'Das Schema ist zu tief verschachtelt.',
      fix: 'Verwende höchstens {limit, plural, one {# Ebene} other {# Ebenen}}.',
    },
    schema_not_object: {
      cause: 'Das Schema muss ein Objekt zulassen, denn jede Antwort hat einen Namen.',
    },
    too_many_fields: {
      cause: 'Das Formular hat zu viele Felder.',
      fix: 'Verwende höchstens {limit, plural, one {# Feld} other {# Felder}}.',
    },
    too_complex: {
      cause: 'Das Schema ist zu komplex.',
      fix: 'Verwende weniger Verweise und weniger Alternativen.',
    },
    dialect: {
      cause: 'Diese Version von JSON Schema wird nicht unterstützt.',
      fix: 'Verwende Draft 2020-12 oder gib keine Version an.',
    },
    recursion: {
      cause: 'Das verweist für dieselbe Antwort auf sich selbst, die Prüfung würde nie enden.',
      fix: 'Verweise darauf nur von einem Feld oder Listeneintrag darin.',
    },
    foreign_reference: {
      cause: 'Ein Verweis kann nicht in ein anderes Dokument führen.',
      fix: 'Kopiere, was du brauchst, nach $defs und verweise dorthin.',
    },
    dynamic_reference: {
      cause: 'Dynamische Verweise funktionieren nicht in einem Schema aus mehreren Dokumenten.',
      fix: 'Verwende stattdessen $ref.',
    },
    dangling_reference: { cause: 'Unter „{definition}“ gibt es kein Schema.' },
    too_many_options: {
      cause: 'Das sind zu viele Möglichkeiten.',
      fix: 'Verwende höchstens {limit, plural, one {# Möglichkeit} other {# Möglichkeiten}}.',
    },
    option_too_long: {
      cause: 'Diese Möglichkeit ist zu lang.',
      fix: 'Verwende höchstens {limit, plural, other {# Zeichen}}.',
    },
    pattern_too_long: {
      cause: 'Dieser Ausdruck ist zu lang.',
      fix: 'Verwende höchstens {limit, plural, other {# Zeichen}}.',
    },
    pattern_invalid: { cause: 'Das ist kein gültiger regulärer Ausdruck.' },
    pattern_repeats: { cause: 'Dieser Ausdruck hat zu viele Wiederholungen.', fix: 'Vereinfache ihn.' },
    pattern_ambiguous: {
      cause:
        'Dieser Ausdruck wiederholt etwas, das sich auf viele Arten aufteilen lässt, wie (a+)+. Manche Programme prüfen ihn dann endlos.',
      fix: 'Wiederhole nur einmal: a+ statt (a+)+.',
    },
    pattern_refers_back: {
      cause: 'Rückverweise auf eine Gruppe sind in Ausdrücken nicht möglich.',
      fix: 'Schreibe den Ausdruck ohne Rückverweis.',
    },
    pattern_group: {
      cause: 'Lookaheads, Lookbehinds und Flags sind in Ausdrücken nicht möglich.',
      fix: 'Schreibe den Ausdruck ohne sie.',
    },
    ui_too_large: {
      cause: 'Die Beschreibung der Darstellung ist zu groß.',
      fix: 'Verwende höchstens {limit, plural, one {# Byte} other {# Bytes}}.',
    },
    order_not_list: { cause: 'Die Reihenfolge muss eine Liste von Feldnamen sein.' },
    unknown_field: { cause: 'Dieses Feld gibt es im Formular nicht.' },
    widgets_not_object: { cause: 'Die Widgets müssen ein Objekt mit einem Eintrag je Feld sein.' },
  },
  answers: {
    submitted: 'Danke! Deine Antwort ist angekommen.',
  },
  events: {
    form: {
      submitted: 'Jemand hat ein Formular abgesendet.',
    },
  },
} satisfies Translation<typeof en>;
