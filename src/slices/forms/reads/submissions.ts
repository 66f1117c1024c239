import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { csvLine } from '#platform/http/csv.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { authorize } from '#slices/organizations/index.ts';
import { managedForms } from '../managed.ts';
import { presentSubmission } from '../present.ts';
import { fieldsOf, hasOpenFields } from '../rules/fields.ts';
import type { SubmissionBody, SubmissionQueryInput } from '../schema.ts';
import { type FormRow, findVersion, selectNewestVersions } from '../sql/forms.ts';
import {
  findSubmission,
  type MySubmissionRow,
  type SubmissionFilter,
  type SubmissionLineRow,
  selectMine,
  selectSubmissions,
} from '../sql/submissions.ts';

const ofForm = cursorsOf('submissions', ['number']);
const ofPerson = cursorsOf('my-submissions', ['number']);

/** One's own, or any of an organization whose forms one manages; of all others one does not know. */
export async function readSubmission(db: Reader, call: Call, id: number): Promise<SubmissionBody> {
  const row = await findSubmission(db, id);
  if (!row) throw refuse('not_found');
  const isOwn = call.actor.kind === 'person' && call.actor.userId === row.user_id;
  if (!isOwn) await authorize(db, call, 'forms.manage', row.organization_id);
  return presentSubmission(row);
}

export async function readSubmissions(db: Reader, call: Call, formId: number, query: SubmissionQueryInput) {
  const { row: form, grant } = await managedForms.openToRead(db, call, formId);
  const filter = filterOf(query, form.resubmission === 'latest' && query.history !== true);
  const next = (after: number | undefined, limit: number) =>
    selectSubmissions(db, grant, formId, { ...filter, after, limit });
  if (query.format === 'csv')
    return await writeCsv(next, filter.after, await columnsOf(db, form, query.version));
  const { rows, more } = await next(filter.after, filter.limit);
  const last = rows.at(-1);
  return { items: rows.map(presentLine), next_cursor: more && last ? ofForm.encode([last.id]) : null };
}

function filterOf(query: SubmissionQueryInput, newestOnly: boolean): SubmissionFilter {
  const instant = (text: string | undefined) =>
    text === undefined ? undefined : Temporal.Instant.from(text);
  return {
    userId: query.user_id,
    version: query.version,
    from: instant(query.from),
    to: instant(query.to),
    newestOnly,
    after: ofForm.decode(query.cursor)?.[0] as number | undefined,
    limit: query.limit,
  };
}

function presentLine(row: SubmissionLineRow) {
  return { ...presentSubmission(row), user_name: row.user_name, user_email: row.user_email };
}

/** How many versions back a field still gets a column, after those of the newest. */
const versionsInCsv = 20;
const longestCsv = 16_000_000;

interface AnswerColumns {
  readonly fields: readonly string[];
  /** The form leaves names of fields open, or has older versions: what has no column is written to one at the end. */
  readonly hasOthers: boolean;
}

async function columnsOf(db: Reader, form: FormRow, version: number | undefined): Promise<AnswerColumns> {
  const versions =
    version === undefined
      ? await selectNewestVersions(db, form, versionsInCsv)
      : [await findVersion(db, form, version)].filter((one) => one !== undefined);
  const hasOlder = version === undefined && form.version > versionsInCsv;
  return {
    fields: [...new Set(versions.flatMap(({ schema, ui }) => fieldsOf(schema, ui)))],
    hasOthers: hasOlder || versions.some(({ schema }) => hasOpenFields(schema)),
  };
}

type NextPage = (
  after: number | undefined,
  limit: number,
) => Promise<{ rows: SubmissionLineRow[]; more: boolean }>;

async function writeCsv(
  next: NextPage,
  start: number | undefined,
  { fields, hasOthers }: AnswerColumns,
): Promise<RawAnswer> {
  const fixed = ['id', 'submitted_at', 'user_id', 'user_name', 'user_email', 'form_version', 'address'];
  const named = new Set(fields);
  let text = csvLine([...fixed, ...fields, ...(hasOthers ? ['other_answers'] : [])]);
  let after = start;
  for (let more = true; more && text.length < longestCsv; ) {
    const page = await next(after, 200);
    for (const row of page.rows)
      text += csvLine([
        ...fixedCells(row),
        ...fields.map((name) => answerCell(row, name)),
        ...(hasOthers ? [othersCell(row, named)] : []),
      ]);
    more = page.more;
    after = more ? page.rows.at(-1)?.id : undefined;
  }
  return new RawAnswer('text/csv; charset=utf-8', text, {
    'content-disposition': 'attachment; filename="submissions.csv"',
    ...(after !== undefined && { 'next-cursor': ofForm.encode([after]) }),
  });
}

function fixedCells(row: SubmissionLineRow) {
  const { id, submitted_at, user_id, user_name, user_email, form_version, address } = row;
  return [id, formatInstant(submitted_at), user_id, user_name, user_email, form_version, address];
}

function answerCell({ answers }: SubmissionLineRow, name: string) {
  return answers && Object.hasOwn(answers, name) ? cellOf(answers[name]) : null;
}

function othersCell({ answers }: SubmissionLineRow, named: ReadonlySet<string>) {
  const others = Object.entries(answers ?? {}).filter(([name]) => !named.has(name));
  return others.length === 0 ? null : JSON.stringify(Object.fromEntries(others));
}

export async function readMySubmissions(
  db: Reader,
  person: Person,
  query: { limit: number; cursor?: string },
) {
  const { limit } = query;
  const before = ofPerson.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectMine(db, person.userId, { before, limit });
  return toPage(ofPerson, rows, limit, (row) => [row.id], presentMine);
}

/** How many of the newest responses of a member are shown at once. */
const memberSubmissions = 20;

/** A member's newest responses to the forms of one organization. */
export async function readMemberSubmissions(db: Reader, call: Call, organizationId: number, userId: number) {
  await authorize(db, call, 'forms.manage', organizationId);
  const rows = await selectMine(db, userId, { organizationId, limit: memberSubmissions });
  return rows.slice(0, memberSubmissions).map((row) => ({
    ...presentSubmission(row),
    form_title: row.form_title,
  }));
}

function presentMine(row: MySubmissionRow) {
  return { ...presentSubmission(row), organization_id: row.organization_id, form_title: row.form_title };
}

/** What these tables hold on a person. */
export async function readPersonalData(db: Reader, userId: number) {
  return { submissions: (await selectMine(db, userId, {})).values().map(presentMine) };
}

/** A value of an answer as the text of one cell: lists in one line, objects as JSON. */
export function cellOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
