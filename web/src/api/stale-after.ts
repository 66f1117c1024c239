/** That something changed elsewhere, and where. Never what. */
export interface Hint {
  readonly type: string;
  readonly organization_id?: number;
  readonly shift_id: number | null;
  readonly mine?: boolean;
}

const ofDay = '/api/v1/organizations/{id}/attendance/shifts';
const unverified = '/api/v1/organizations/{id}/attendance/unverified';
const member = '/api/v1/organizations/{id}/members/{user_id}';

const attendance = {
  ofShift: ['/api/v1/shifts/{id}/attendance', '/api/v1/shifts/{id}/roster'],
  others: [
    '/api/v1/organizations/{id}/hours',
    '/api/v1/organizations/{id}/members/{user_id}/registrations',
    ...[ofDay, unverified, member],
  ],
};

/** Which reads an event makes old, by the beginning of its type; the first that fits counts. */
const table: readonly (readonly [RegExp, { ofShift?: readonly string[]; others?: readonly string[] }])[] = [
  [/^shift\.(?:checkin|checkout|no_show|attendance_corrected|hours_verified)$/, attendance],
  [
    /^shift\./,
    {
      ofShift: [
        '/api/v1/shifts/{id}',
        '/api/v1/shifts/{id}/roster',
        '/api/v1/shifts/{id}/needs',
        '/api/v1/shifts/{id}/team-notes',
        '/api/v1/shifts/{id}/coming',
        '/api/v1/shifts/{id}/attendance',
        '/api/v1/shifts/{id}/eligibility',
        '/api/v1/shifts/{id}/candidates',
        '/api/v1/shifts/{id}/asks',
      ],
      others: [
        '/api/v1/shifts',
        '/api/v1/shifts/calendar',
        '/api/v1/organizations/{id}/registrations/waiting',
        '/api/v1/organizations/{id}/swaps',
        '/api/v1/me/swaps',
        '/api/v1/organizations/{id}/setup',
        '/api/v1/organizations/{id}/members/{user_id}/registrations',
        ...[ofDay, member],
      ],
    },
  ],
  [
    /^hours\./,
    {
      others: [
        '/api/v1/organizations/{id}/overview',
        '/api/v1/organizations/{id}/people',
        '/api/v1/organizations/{id}/hours',
        '/api/v1/organizations/{id}/members/{user_id}/registrations',
        '/api/v1/organizations/{id}/leaderboard',
        '/api/v1/me/hours',
        '/api/v1/me/hours/reports',
        '/api/v1/organizations/{id}/hours/reports',
        ...[unverified, member],
      ],
    },
  ],
  [
    /^journey\./,
    {
      others: [
        '/api/v1/journeys',
        '/api/v1/journeys/{id}',
        '/api/v1/journeys/{id}/enrollments',
        '/api/v1/journeys/{id}/enrollments/{enrollment_id}',
        '/api/v1/me/journeys',
        member,
      ],
    },
  ],
  [
    /^badge\./,
    {
      others: [
        '/api/v1/badges',
        '/api/v1/badges/{id}',
        '/api/v1/badges/{id}/awards',
        '/api/v1/me/badges',
        '/api/v1/organizations/{id}/leaderboard',
        member,
      ],
    },
  ],
  [
    /^message\./,
    {
      others: [
        '/api/v1/organizations/{id}/messages',
        '/api/v1/organizations/{id}/messages/{message_id}/recipients',
      ],
    },
  ],
  [/^notification\./, { others: ['/api/v1/me/notifications', '/api/v1/me/waiting'] }],
  [/^form\./, { others: ['/api/v1/forms/{id}/submissions', '/api/v1/me/submissions', member] }],
  [
    /^member\./,
    {
      others: [
        '/api/v1/organizations/{id}/members',
        '/api/v1/organizations/{id}/people',
        '/api/v1/organizations/{id}/tags',
        member,
        '/api/v1/organizations/{id}/join-requests',
        '/api/v1/organizations/{id}/invitations',
        '/api/v1/organizations/{id}/setup',
        '/api/v1/organizations',
        '/api/v1/me/join-requests',
      ],
    },
  ],
];

const waiting = '/api/v1/me/waiting';
const registrations = '/api/v1/me/registrations';
const own = [waiting, registrations, '/api/v1/me/asks', '/api/v1/me/hours', '/api/v1/me/attendance'];
/** What moves people up a waitlist. */
const ofWaitlist = /^shift\.(?:signup|waitlist)/;
/** Most spots are offered to everyone, and every coordinator can decide on reported hours. */
const countedByMany = /^(?:shift\.swap_|hours\.report)/;
/** A form, a badge or a journey may be what a shift asks for. */
const requirement = /^(?:form|badge|journey)\./;
const asked = ['/api/v1/shifts/{id}/eligibility', '/api/v1/shifts'];
/** Every event may have been sent to endpoints. */
const always = [
  '/api/v1/webhooks/status',
  '/api/v1/webhooks/deliveries/{attemptId}',
  '/api/v1/webhooks/endpoints',
  '/api/v1/webhooks/endpoints/{id}',
  '/api/v1/webhooks/endpoints/{id}/statistics',
];

/**
 * Which reads an event makes old. Keys begin with the path, see query.ts. `waitsFor` says whether the reader is on the
 * waitlist of a shift: others who sign up, cancel or leave it change their position.
 */
export function staleAfter(
  { type, shift_id, mine }: Hint,
  waitsFor: (shiftId: number) => boolean = () => false,
): readonly (readonly unknown[])[] {
  const [, { ofShift = [], others = [] } = {}] = table.find(([types]) => types.test(type)) ?? [];
  const keyOf = (path: string) => (shift_id === null ? [path] : [path, { path: { id: shift_id } }]);
  const mineToo = mine
    ? [...(type.startsWith('shift.') ? own : []), ...(requirement.test(type) ? asked : [])]
    : countedByMany.test(type)
      ? [waiting]
      : [];
  const position =
    !mine && shift_id !== null && ofWaitlist.test(type) && waitsFor(shift_id) ? [registrations] : [];
  return [...ofShift.map(keyOf), ...[...others, ...mineToo, ...position, ...always].map((path) => [path])];
}

/** Every read that some event makes old: what is read again when events may have been missed. */
export const livePaths: ReadonlySet<unknown> = new Set([
  ...table.flatMap(([, { ofShift = [], others = [] }]) => [...ofShift, ...others]),
  ...own,
  ...always,
]);
