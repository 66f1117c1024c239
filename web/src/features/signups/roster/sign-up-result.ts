import type { Schemas } from '@muster/client';
import { ApiProblem } from '../../../api/problem.ts';

/** A person whom a coordinator signed up, with the result. */
interface SignedUp {
  readonly userId: number;
  readonly name: string;
}
export interface Waiting extends SignedUp {
  readonly id: number;
  readonly position: number | null;
}
export interface RefusedPerson extends SignedUp {
  readonly error: ApiProblem;
}

export interface SignUpResult {
  readonly confirmed: readonly SignedUp[];
  readonly pending: readonly SignedUp[];
  /** On the waitlist: not what was asked for, so the result says so and offers to give a spot anyway. */
  readonly waiting: readonly Waiting[];
  readonly refused: readonly RefusedPerson[];
}

type Item = Schemas['BulkSignupResponse']['items'][number];

/** What became of each person. A place on the waitlist is not a spot. */
export function resultOf(items: readonly Item[], names: ReadonlyMap<number, string>): SignUpResult {
  const of = ({ user_id }: Item): SignedUp => ({ userId: user_id, name: names.get(user_id) ?? '' });
  const having = (...statuses: string[]) =>
    items.filter(({ registration }) => registration !== null && statuses.includes(registration.status));
  return {
    confirmed: having('active', 'offered').map(of),
    pending: having('pending_approval').map(of),
    waiting: having('waitlisted').map((item) => ({
      ...of(item),
      id: item.registration?.id ?? 0,
      position: item.registration?.waitlist_position ?? null,
    })),
    refused: items.flatMap((item) =>
      item.error === null ? [] : [{ ...of(item), error: new ApiProblem(409, item.error) }],
    ),
  };
}
