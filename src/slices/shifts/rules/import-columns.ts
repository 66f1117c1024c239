import type { FieldError } from '#kernel/refusal.ts';
import { shiftErrors } from '../errors.ts';

/** The first name of each is the one in our docs; the others are what people call it, in English and German. */
export const importColumns = {
  title: ['title', 'Titel', 'name', 'shift', 'Schicht', 'Bezeichnung', 'subject', 'Betreff'],
  description: ['description', 'Beschreibung', 'details', 'Einzelheiten'],
  date: ['date', 'Datum', 'start date', 'Startdatum', 'Beginndatum'],
  start: [
    'start',
    'starts_at',
    'start_time',
    'from',
    'begin',
    'Beginn',
    'von',
    'ab',
    'Startzeit',
    'Anfang',
    'Uhrzeit',
  ],
  end: ['end', 'ends_at', 'end_time', 'to', 'until', 'Ende', 'bis', 'Endzeit', 'Schluss'],
  end_date: ['end_date', 'Enddatum'],
  time_zone: ['time_zone', 'Zeitzone'],
  location: ['location', 'Ort', 'place', 'Treffpunkt', 'address', 'Adresse', 'where', 'wo'],
  capacity: [
    'capacity',
    'Plätze',
    'spots',
    'Kapazität',
    'Anzahl',
    'Anzahl Plätze',
    'places',
    'max',
    'maximum',
  ],
  minimum: ['minimum', 'min', 'Mindestanzahl', 'Mindestbesetzung', 'at least', 'mindestens'],
  waitlist_capacity: ['waitlist_capacity', 'waitlist', 'Warteliste', 'Wartelistenplätze'],
  requires_approval: ['requires_approval', 'approval', 'Freigabe', 'Bestätigung'],
  team_notes: ['team_notes', 'Teamnotizen', 'Hinweise für das Team', 'notes', 'Notizen', 'Hinweise'],
  mission: ['mission', 'mission_id'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
/** Beside a date, they are the day of the week. */
export const daysOrWeekdays = ['day', 'Tag'];
export type ImportColumn = keyof typeof importColumns;
export type ImportTexts = Readonly<Partial<Record<ImportColumn, string>>>;

/** The fields of a shift that a line fills in, as the API calls them. Empty cells are left out. */
export interface ImportedFields {
  title?: string;
  description?: string;
  location?: string;
  team_notes?: string;
  time_zone?: string;
  capacity?: number | null;
  minimum?: number;
  waitlist_capacity?: number | null;
  requires_approval?: boolean;
}

const plainTexts = ['title', 'description', 'location', 'team_notes', 'time_zone'] as const;
const unlimited = /^(?:unlimited|no limit|unbegrenzt|ohne limit|∞)$/i;
const yes = /^(?:yes|y|true|1|x|✓|ja|j|wahr)$/i;
const no = /^(?:no|n|false|0|-|nein|falsch)$/i;

export function readFields(texts: ImportTexts): {
  readonly fields: ImportedFields;
  readonly errors: readonly FieldError[];
} {
  const fields: ImportedFields = {};
  const errors: FieldError[] = [];
  for (const column of plainTexts) if (texts[column]) fields[column] = texts[column];
  for (const column of ['capacity', 'minimum', 'waitlist_capacity'] as const) {
    const text = texts[column];
    if (!text) continue;
    if (/^\d{1,9}$/.test(text)) fields[column] = Number(text);
    else if (column !== 'minimum' && unlimited.test(text)) fields[column] = null;
    else errors.push(shiftErrors.import_number(column));
  }
  const { requires_approval: approval } = texts;
  if (approval && (yes.test(approval) || no.test(approval))) fields.requires_approval = yes.test(approval);
  else if (approval) errors.push(shiftErrors.import_yes_or_no('requires_approval'));
  return { fields, errors };
}
