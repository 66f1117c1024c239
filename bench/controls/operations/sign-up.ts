import { sortableId } from '#kernel/ids.ts';
import type { Operation, Queryable } from '../operation.ts';
import { type Recorded, recordSignUp, standIns } from '../recorded-sign-up.ts';

interface FactsRow {
  readonly organization_id: number;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly people: readonly { readonly next_id: number }[];
}

type Real = Record<keyof typeof standIns, string | number>;
type Fill = (real: Real) => unknown;

/** One statement with a place for every value that differs from one sign-up to the next. */
interface Step {
  readonly query: Recorded;
  readonly values: readonly Fill[];
  readonly answerIsRead: boolean;
}

let steps: Promise<readonly Step[]> | undefined;

export const operation: Operation = {
  method: 'POST',
  path: '/api/v1/shifts/:id/signups',
  inTransaction: true,
  response: { type: 'object' },
  inputOf: () => {
    throw new Error('nobody signs up twice: sign-ups are given by a file');
  },
  async run(connection, { params }) {
    steps ??= recordSignUp().then((recorded) => recorded.map(toStep));
    const real: Real = { ...standIns, shiftId: Number(params['shift']), userId: Number(params['user']) };
    for (const step of await steps) {
      const sent = send(connection, step, real);
      if (!step.answerIsRead) {
        // If it fails, the commit reports that.
        sent.catch(() => {});
        continue;
      }
      const { rows, command } = await sent;
      if (command === 'ROLLBACK') throw new Error('a statement of the sign-up has failed');
      if (rows[0]) learn(real, rows[0]);
    }
  },
};

function send(connection: Queryable, { query, values }: Step, real: Real) {
  return connection.query<FactsRow & Record<string, unknown>>({
    ...query,
    ...(values.length > 0 && { values: values.map((fill) => fill(real)) }),
  } as Parameters<Queryable['query']>[0]);
}

function learn(real: Real, facts: FactsRow): void {
  real.organizationId = facts.organization_id;
  real.start = facts.start_time.toString();
  real.end = facts.end_time.toString();
  real.registrationId = facts.people[0]?.next_id ?? 0;
}

function toStep(query: Recorded): Step {
  const isSentAhead = query.text.startsWith('/* ahead */') || query.text.startsWith('begin');
  return { query, values: (query.values ?? []).map(toFill), answerIsRead: !isSentAhead };
}

function toFill(value: unknown): Fill {
  if (Array.isArray(value)) {
    const each = value.map(toFill);
    return (real) => each.map((fill) => fill(real));
  }
  if (typeof value === 'number') {
    const name = namesOf.find((candidate) => standIns[candidate] === value);
    return name ? (real) => real[name] : () => value;
  }
  return typeof value === 'string' ? textFill(value) : () => value;
}

const namesOf = Object.keys(standIns) as (keyof typeof standIns)[];

function textFill(text: string): Fill {
  if (text.startsWith('evt_')) return () => sortableId('evt', Temporal.Now.instant());
  const used = namesOf.filter((name) => text.includes(String(standIns[name])));
  return (real) =>
    used.reduce((filled, name) => filled.replaceAll(String(standIns[name]), String(real[name])), text);
}
