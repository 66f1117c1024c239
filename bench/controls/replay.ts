import { sortableId } from '#kernel/ids.ts';
import type { Queryable } from './operation.ts';
import type { Recorded } from './recording.ts';

/** Values that are found again in the recorded statements, to be replaced by those of a real use. */
type StandIns = Readonly<Record<string, string | number>>;
export type Real<Names extends StandIns> = Record<keyof Names & string, string | number>;
type Fill = (real: Readonly<Record<string, unknown>>) => unknown;

/** One statement with a place for every value that differs from one use to the next. */
interface Step {
  readonly query: Recorded;
  readonly values: readonly Fill[];
  readonly answerIsRead: boolean;
}

/**
 * Sends recorded statements for real, those sent ahead as such. `learn` takes from an answer what later statements
 * need, and throws where the service would have done something else.
 */
export function replayOf<Names extends StandIns>(
  standIns: Names,
  record: () => Promise<readonly Recorded[]>,
  learn: (real: Real<Names>, row: Readonly<Record<string, unknown>>) => void,
): (connection: Queryable, given: Partial<Real<Names>>) => Promise<void> {
  let steps: Promise<readonly Step[]> | undefined;
  return async (connection, given) => {
    steps ??= record().then((recorded) => recorded.map((query) => toStep(query, standIns)));
    const real: Real<Names> = { ...standIns, ...given };
    for (const step of await steps) {
      const sent = send(connection, step, real);
      if (!step.answerIsRead) {
        // Its answer is there before the next one that is awaited. If it fails, the commit reports that.
        sent.then(({ rows }) => rows[0] && learn(real, rows[0])).catch(() => {});
        continue;
      }
      const { rows, command } = await sent;
      if (command === 'ROLLBACK') throw new Error('a statement has failed');
      if (rows[0]) learn(real, rows[0]);
    }
  };
}

function send(connection: Queryable, { query, values }: Step, real: Readonly<Record<string, unknown>>) {
  return connection.query<Record<string, unknown>>({
    ...query,
    ...(values.length > 0 && { values: values.map((fill) => fill(real)) }),
  } as Parameters<Queryable['query']>[0]);
}

function toStep(query: Recorded, standIns: StandIns): Step {
  const isSentAhead = query.isSentAhead === true || /^(?:begin|set local)\b/.test(query.text);
  const values = (query.values ?? []).map((value) => toFill(value, standIns));
  return { query, values, answerIsRead: !isSentAhead };
}

function toFill(value: unknown, standIns: StandIns): Fill {
  if (Array.isArray(value)) {
    const each = value.map((one) => toFill(one, standIns));
    return (real) => each.map((fill) => fill(real));
  }
  if (typeof value === 'number') {
    const name = Object.keys(standIns).find((candidate) => standIns[candidate] === value);
    return name === undefined ? () => value : (real) => real[name];
  }
  return typeof value === 'string' ? textFill(value, standIns) : () => value;
}

/** Also those in a list that travels as one text. */
const eventIds = /\bevt_[0-9a-f]+/g;

function textFill(text: string, standIns: StandIns): Fill {
  const used = Object.entries(standIns).filter(([, standIn]) => text.includes(String(standIn)));
  return (real) =>
    used
      .reduce((filled, [name, standIn]) => filled.replaceAll(String(standIn), String(real[name])), text)
      .replace(eventIds, () => sortableId('evt', Temporal.Now.instant()));
}
