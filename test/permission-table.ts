import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { askToken, cantComeToken, unsubscribeToken } from '#slices/notifications/gate.ts';
import { type Role, roles, scopes } from '#slices/organizations/index.ts';
import { expect200, openSession, type PeopleApp, type Person, password } from './people.ts';

/**
 * Who may do what, route by route: the expectations, written by hand and not taken from the code. A new route
 * needs a row here; src/app/permissions.test.ts walks them all and keeps docs/permissions.md.
 */
export const actors = [
  'nobody',
  ...roles,
  'stranger',
  'key with the scope',
  'key without it',
  'ended session',
] as const;
export type ActorKind = (typeof actors)[number];

/** `yes` is an answer of 2xx to a request that is valid but for who sends it. */
export type Verdict = 'yes' | 401 | 403 | 404;
export type Audience = Readonly<Record<ActorKind, Verdict>>;

export interface Actor {
  readonly kind: ActorKind;
  readonly token: string | undefined;
  /** Undefined for `nobody` and for keys. */
  readonly person: Person | undefined;
}

/** Where the requests happen. The organization has an owner beside the actors, so that none of them is the last. */
export interface World {
  readonly muster: PeopleApp;
  readonly owner: Person;
  readonly organization: number;
  readonly stranger: Person;
}

export interface ValidRequest {
  readonly params?: Readonly<Record<string, number | string>>;
  readonly query?: string;
  /** A text is sent as CSV. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Row {
  readonly may: Audience;
  /** What the key with the scope has; null where no scope opens the route: it then has all of them. */
  readonly scope: string | null;
  request(world: World, actor: Actor): ValidRequest | Promise<ValidRequest>;
}

const all = (verdict: Verdict): Audience =>
  Object.fromEntries(actors.map((actor) => [actor, verdict])) as Audience;

/** Does not look at tokens. */
const open: Audience = all('yes');
/** Needs no token, but refuses a bad one. */
const anyone: Audience = { ...open, 'ended session': 401 };
/** Needs an account, whichever; a key is none. */
const everyPerson: Audience = {
  ...anyone,
  nobody: 401,
  'key with the scope': 403,
  'key without it': 403,
};

interface Rights {
  /** The least powerful role that may. */
  readonly from: Role;
  /** 404 where even the existence is private. */
  readonly stranger: 403 | 404;
  readonly key?: 403;
}

function inOrganization({ from, stranger, key }: Rights): Audience {
  const verdicts = roles.map((role) => [role, roles.indexOf(role) >= roles.indexOf(from) ? 'yes' : 403]);
  return {
    ...everyPerson,
    ...(Object.fromEntries(verdicts) as Record<Role, Verdict>),
    stranger,
    'key with the scope': key ?? 'yes',
  };
}

function row(may: Audience, scope: string | null, request: Row['request'] = () => ({})): Row {
  return { may, scope, request };
}

const admins = inOrganization({ from: 'admin', stranger: 404 });
const adminsNotKeys = inOrganization({ from: 'admin', stranger: 404, key: 403 });
const planners = inOrganization({ from: 'coordinator', stranger: 403 });
const coordinators = inOrganization({ from: 'coordinator', stranger: 404 });
/** Members without the right may not know of it either. */
const hidden: Audience = { ...coordinators, volunteer: 404, check_in: 404, 'key without it': 404 };
const coordinatorsNotKeys = inOrganization({ from: 'coordinator', stranger: 404, key: 403 });

const here = ({ organization }: World): ValidRequest => ({ params: { id: organization } });

async function someTag({ muster, organization }: World): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into tags (organization_id, name, created_at) values (${organization}, ${randomSecret('tag')}, now())
    returning id
  `.execute(muster.database.db);
  return rows[0]?.id ?? 0;
}

/** Of the actor, or of the owner where the actor is no one. Shared, so that it is a matter of rights and not of finding it. */
async function savedFilter({ muster, organization, owner }: World, person: Person | undefined) {
  const { rows } = await sql<{ id: number }>`
    insert into people_filters (organization_id, owner_id, name, is_shared, filter, created_at, updated_at)
    values (${organization}, ${(person ?? owner).id}, 'Drivers', true, '{"q": "a"}', now(), now()) returning id
  `.execute(muster.database.db);
  return rows[0]?.id ?? 0;
}

async function someNote(world: World, person: Person | undefined) {
  const { muster, organization, owner } = world;
  const about = await someoneElse(world);
  const { rows } = await sql<{ id: number }>`
    insert into member_notes (organization_id, user_id, author_id, text, created_at, updated_at)
    values (${organization}, ${about}, ${(person ?? owner).id}, 'Has a van', now(), now()) returning id
  `.execute(muster.database.db);
  return { id: organization, user_id: about, note_id: rows[0]?.id ?? 0 };
}

async function made(world: World, path: string, body: object): Promise<{ id: number; token: string }> {
  return expect200(await world.muster.as(world.owner.token).post(path, body));
}
/** An invitation or a key of an admin who has left since. */
async function left(world: World, kind: 'invitations' | 'api-keys', body: object): Promise<{ id: number }> {
  const { muster, organization } = world;
  const admin = muster.as((await muster.member(organization, 'admin')).token);
  const created = expect200(await admin.post(`/organizations/${organization}/${kind}`, body));
  expect200(await admin.post(`/organizations/${organization}/leave`));
  return created;
}
/** Straight into the table: asking writes to every admin, and the walk makes hundreds of them. */
async function joinRequest({ muster, organization }: World): Promise<ValidRequest> {
  const { id } = await muster.person();
  const { rows } = await sql<{ id: number }>`
    insert into join_requests (organization_id, user_id, created_at) values (${organization}, ${id}, now())
    returning id
  `.execute(muster.database.db);
  return { params: { id: organization, request_id: rows[0]?.id ?? 0 } };
}
const program = async (world: World) => ({
  params: { id: (await made(world, '/programs', { name: 'P', organization_id: world.organization })).id },
});
const mission = async (world: World) => ({
  params: { id: (await made(world, '/missions', { name: 'M', organization_id: world.organization })).id },
});
const someMember = async ({ muster, organization }: World) => ({
  id: organization,
  user_id: (await muster.member(organization, 'volunteer')).id,
});

let count = 0;
export const csv = { 'content-type': 'text/csv' } as const;
const newSignup = () => {
  count += 1;
  return { email: `walker-${count}@example.org`, password, name: 'Walker' };
};

/** Accounts, by the address of the route in the contract. */
const accountRows: Record<string, Row> = {
  'GET /installation': row(open, null),
  'POST /auth/signup': row(open, null, () => ({ body: newSignup() })),
  'POST /auth/login': row(open, null, ({ owner }) => ({ body: { email: owner.email, password } })),
  'POST /auth/refresh': row(open, null, async ({ muster, owner }) => ({
    body: { refresh_token: (await openSession(muster.platform, owner.id)).refreshToken },
  })),
  'POST /auth/logout': row(everyPerson, null),
  'POST /auth/browser/login': row(open, null, ({ owner }) => ({ body: { email: owner.email, password } })),
  'POST /auth/browser/refresh': row(open, null, async ({ muster, owner }) => ({
    body: {},
    headers: { cookie: `muster_refresh=${(await openSession(muster.platform, owner.id)).refreshToken}` },
  })),
  'POST /auth/browser/logout': row(open, null, () => ({ body: {} })),
  'POST /auth/password-reset': row(open, null, ({ owner }) => ({ body: { email: owner.email } })),
  'POST /auth/password-reset/confirm': row(open, null, async (world) => ({
    body: { token: await mailedToken(world, 'password_reset'), password: 'a new password' },
  })),
  'POST /auth/verify-email': row(open, null, async (world) => ({
    body: { token: await mailedToken(world, 'email_verification') },
  })),
  'GET /me': row(everyPerson, null),
  'PATCH /me': row(everyPerson, null, () => ({ body: { name: 'Another Name' } })),
  'DELETE /me': row(everyPerson, null, () => ({ body: { password } })),
  'POST /me/verify-email': row(everyPerson, null),
  'POST /me/password': row(everyPerson, null, () => ({
    body: { current_password: password, new_password: 'a new password' },
  })),
  'GET /me/export': row(everyPerson, null),
  'GET /me/sessions': row(everyPerson, null),
  'DELETE /me/sessions': row(everyPerson, null),
  'DELETE /me/sessions/{id}': row(everyPerson, null, async ({ muster, owner }, { person }) => ({
    params: { id: (await openSession(muster.platform, (person ?? owner).id)).sessionId },
  })),
};

const organizationRows: Record<string, Row> = {
  'POST /organizations': row(everyPerson, null, () => ({ body: { name: 'Founded' } })),
  'GET /organizations': row(everyPerson, null),
  'GET /organizations/{id}': row(anyone, null, here),
  'PATCH /organizations/{id}': row(
    inOrganization({ from: 'admin', stranger: 403 }),
    'organization',
    (world) => ({ ...here(world), body: { name: 'Renamed' } }),
  ),
  'POST /organizations/{id}/join': row(everyPerson, null, async ({ muster, owner }) => {
    const id = await muster.organization(owner);
    expect200(await muster.as(owner.token).patch(`/organizations/${id}`, { join_rule: 'open' }));
    return { params: { id } };
  }),
  'POST /organizations/{id}/leave': row(
    inOrganization({ from: 'volunteer', stranger: 404, key: 403 }),
    null,
    here,
  ),
  'GET /organizations/{id}/members': row(
    inOrganization({ from: 'coordinator', stranger: 404 }),
    'members',
    here,
  ),
  'GET /organizations/{id}/members/{user_id}': row(coordinators, 'members', async (world) => ({
    params: { id: world.organization, user_id: await someoneElse(world) },
  })),
  'POST /organizations/{id}/members/{user_id}/emergency-contact': row(
    coordinators,
    'members',
    async (world) => ({ params: { id: world.organization, user_id: await someoneElse(world) } }),
  ),
  'PATCH /organizations/{id}/members/{user_id}': row(admins, 'members', async (world) => ({
    params: await someMember(world),
    body: { role: 'coordinator' },
  })),
  'DELETE /organizations/{id}/members/{user_id}': row(admins, 'members', async (world) => ({
    params: await someMember(world),
  })),
  'GET /organizations/{id}/overview': row(coordinators, 'attendance', (world) => ({
    ...here(world),
    query: 'from=2026-01-01&to=2026-03-31',
  })),
  'GET /organizations/{id}/people': row(coordinators, 'members', here),
  'GET /organizations/{id}/people/ids': row(coordinators, 'members', here),
  'GET /organizations/{id}/people-filters': row(coordinatorsNotKeys, null, here),
  'POST /organizations/{id}/people-filters': row(coordinatorsNotKeys, null, (world) => ({
    ...here(world),
    body: { name: 'Drivers', filter: { role: 'volunteer' } },
  })),
  'PATCH /organizations/{id}/people-filters/{filter_id}': row(
    coordinatorsNotKeys,
    null,
    async (world, { person }) => ({
      params: { id: world.organization, filter_id: await savedFilter(world, person) },
      body: { name: 'Cooks' },
    }),
  ),
  'DELETE /organizations/{id}/people-filters/{filter_id}': row(
    coordinatorsNotKeys,
    null,
    async (world, { person }) => ({
      params: { id: world.organization, filter_id: await savedFilter(world, person) },
    }),
  ),
  'GET /organizations/{id}/tags': row(coordinators, 'members', here),
  'POST /organizations/{id}/tags': row(coordinators, 'members', (world) => ({
    ...here(world),
    body: { name: randomSecret('tag') },
  })),
  'PATCH /organizations/{id}/tags/{tag_id}': row(coordinators, 'members', async (world) => ({
    params: { id: world.organization, tag_id: await someTag(world) },
    body: { color: 'green' },
  })),
  'DELETE /organizations/{id}/tags/{tag_id}': row(coordinators, 'members', async (world) => ({
    params: { id: world.organization, tag_id: await someTag(world) },
  })),
  'POST /organizations/{id}/members/tags': row(coordinators, 'members', async (world) => ({
    params: { id: world.organization },
    body: { user_ids: [await someoneElse(world)], add: [await someTag(world)] },
  })),
  'GET /organizations/{id}/members/{user_id}/notes': row(coordinators, 'members', async (world) => ({
    params: { id: world.organization, user_id: await someoneElse(world) },
  })),
  'POST /organizations/{id}/members/{user_id}/notes': row(coordinatorsNotKeys, null, async (world) => ({
    params: { id: world.organization, user_id: await someoneElse(world) },
    body: { text: 'Has a van' },
  })),
  'PATCH /organizations/{id}/members/{user_id}/notes/{note_id}': row(
    coordinatorsNotKeys,
    null,
    async (world, { person }) => ({ params: await someNote(world, person), body: { text: 'Has a bike' } }),
  ),
  'DELETE /organizations/{id}/members/{user_id}/notes/{note_id}': row(
    coordinatorsNotKeys,
    null,
    async (world, { person }) => ({ params: await someNote(world, person) }),
  ),
  'POST /organizations/{id}/invitations': row(adminsNotKeys, 'members', (world) => ({
    ...here(world),
    body: { role: 'volunteer' },
  })),
  'POST /organizations/{id}/invitations/bulk': row(adminsNotKeys, 'members', (world) => {
    count += 1;
    return { ...here(world), body: { text: `Ada <walked-${count}@example.org>` } };
  }),
  'POST /organizations/{id}/invitations/import': row(adminsNotKeys, 'members', (world) => {
    count += 1;
    return { ...here(world), body: `email,name\nimported-${count}@example.org,Ada`, headers: csv };
  }),
  'GET /organizations/{id}/invitations': row(admins, 'members', here),
  'DELETE /organizations/{id}/invitations/{invitation_id}': row(admins, 'members', async (world) => {
    const { id } = await made(world, `/organizations/${world.organization}/invitations`, {});
    return { params: { id: world.organization, invitation_id: id } };
  }),
  'POST /organizations/{id}/invitations/{invitation_id}/take-over': row(
    adminsNotKeys,
    'members',
    async (world) => {
      const { id } = await left(world, 'invitations', {});
      return { params: { id: world.organization, invitation_id: id } };
    },
  ),
  'POST /invitations/accept': row(everyPerson, null, async (world) => {
    const elsewhere = await world.muster.organization(world.owner);
    return { body: { token: (await made(world, `/organizations/${elsewhere}/invitations`, {})).token } };
  }),
  'POST /organizations/{id}/join-requests': row(everyPerson, null, async ({ muster, owner }, { person }) => {
    const elsewhere = person?.id === owner.id ? await muster.person() : owner;
    return { params: { id: await muster.organization(elsewhere) } };
  }),
  'GET /organizations/{id}/join-requests': row(admins, 'members', here),
  'POST /organizations/{id}/join-requests/{request_id}/approve': row(admins, 'members', joinRequest),
  'POST /organizations/{id}/join-requests/{request_id}/decline': row(admins, 'members', joinRequest),
  'GET /me/join-requests': row(everyPerson, null),
  'DELETE /me/join-requests/{id}': row(everyPerson, null, async ({ muster, owner }, { person }) => {
    const asking = person ?? (await muster.person());
    const host = asking.id === owner.id ? await muster.person() : owner;
    const path = `/organizations/${await muster.organization(host)}/join-requests`;
    const { token } = await openSession(muster.platform, asking.id);
    return { params: { id: expect200(await muster.as(token).post(path)).id } };
  }),
  'GET /organizations/{id}/setup': row(admins, 'organization', here),
  'POST /organizations/{id}/test-mail': row(adminsNotKeys, 'organization', here),
  'POST /organizations/{id}/api-keys': row(adminsNotKeys, null, (world) => ({
    ...here(world),
    body: { name: 'Key', scopes: ['members'] },
  })),
  'GET /organizations/{id}/api-keys': row(adminsNotKeys, null, here),
  'DELETE /organizations/{id}/api-keys/{key_id}': row(adminsNotKeys, null, async (world) => {
    const key = { name: 'Key', scopes: ['members'] };
    const { id } = await made(world, `/organizations/${world.organization}/api-keys`, key);
    return { params: { id: world.organization, key_id: id } };
  }),
  'POST /organizations/{id}/api-keys/{key_id}/take-over': row(adminsNotKeys, null, async (world) => {
    const { id } = await left(world, 'api-keys', { name: 'Key', scopes: ['members'] });
    return { params: { id: world.organization, key_id: id } };
  }),
};

const planRows: Record<string, Row> = {
  'POST /programs': row(planners, 'programs', ({ organization }) => ({
    body: { name: 'New', organization_id: organization },
  })),
  'GET /programs': row(anyone, null),
  'GET /programs/{id}': row(anyone, null, program),
  'PATCH /programs/{id}': row(planners, 'programs', async (world) => ({
    ...(await program(world)),
    body: { name: 'Renamed' },
  })),
  'POST /programs/{id}/archive': row(planners, 'programs', program),
  'POST /programs/{id}/restore': row(planners, 'programs', program),
  'POST /missions': row(planners, 'programs', ({ organization }) => ({
    body: { name: 'New', organization_id: organization },
  })),
  'GET /missions': row(anyone, null),
  'GET /missions/{id}': row(anyone, null, mission),
  'PATCH /missions/{id}': row(planners, 'programs', async (world) => ({
    ...(await mission(world)),
    body: { name: 'Renamed' },
  })),
  'POST /missions/{id}/archive': row(planners, 'programs', mission),
  'POST /missions/{id}/restore': row(planners, 'programs', mission),
};

/** A published shift in three days, that one person can take. */
async function shiftOf(
  world: World,
  fields: object = {},
  organization = world.organization,
): Promise<number> {
  const { id } = await made(world, '/programs', { name: 'P', organization_id: organization });
  const start = Temporal.Now.instant().add({ hours: 72 });
  const times = { start_time: start.toString(), end_time: start.add({ hours: 2 }).toString() };
  return (await made(world, '/shifts', { program_id: id, ...times, ...fields })).id;
}
/** A change to a series that is too long for one transaction. */
const longChange = async (world: World) => {
  const id = await shiftOf(world, { recurrence: 'FREQ=DAILY;COUNT=61' });
  const { operation } = expect200(
    await world.muster.as(world.owner.token).patch(`/shifts/${id}`, { title: 'Renamed', scope: 'all' }),
  );
  return { params: { id: operation.id as number } };
};
const someShift = async (world: World) => ({ params: { id: await shiftOf(world) } });
const signUp = async ({ muster, owner }: World, shiftId: number, userId: number): Promise<number> =>
  expect200(await muster.as(owner.token).post(`/shifts/${shiftId}/signups`, { user_id: userId })).registration
    .id;

/** A shift of an organization where everyone is a volunteer, with the actor on it. */
async function takenShift(world: World, { person }: Actor): Promise<number> {
  const organization = await world.muster.organization(world.owner);
  const id = await shiftOf(world, {}, organization);
  if (!person) return id;
  await sql`
    insert into memberships (organization_id, user_id, role, joined_at)
    values (${organization}, ${person.id}, 'volunteer', now())
  `.execute(world.muster.database.db);
  await signUp(world, id, person.id);
  return id;
}
const someoneElse = async ({ muster, organization }: World) =>
  (await muster.member(organization, 'volunteer')).id;

/** A spot that someone in the organization offers, to a member or to all. */
async function offeredSwap(world: World, email?: string, fields: object = {}): Promise<number> {
  const { muster, organization } = world;
  // Coordinators can name people in every organization.
  const giver = await muster.member(organization, email === undefined ? 'volunteer' : 'coordinator');
  const shiftId = await shiftOf(world, fields);
  await signUp(world, shiftId, giver.id);
  const offer = email === undefined ? {} : { email };
  return expect200(await muster.as(giver.token).post(`/shifts/${shiftId}/swaps`, offer)).id;
}

/** One that waits for a coordinator. */
async function acceptedSwap(world: World): Promise<ValidRequest> {
  const { muster, organization } = world;
  const policies = { swap_mode: 'approval' };
  const { id: program_id } = await made(world, '/programs', {
    name: 'P',
    organization_id: organization,
    policies,
  });
  const id = await offeredSwap(world, undefined, { program_id });
  const taker = await muster.member(organization, 'volunteer');
  assert.equal(expect200(await muster.as(taker.token).post(`/swaps/${id}/accept`)).status, 'accepted');
  return { params: { id } };
}

/** Whose registration it is: the actor's own where they can have one in the organization. */
const holder = async (world: World, { kind, person }: Actor) =>
  person && kind !== 'stranger' ? person.id : await someoneElse(world);

async function offer(world: World, actor: Actor): Promise<ValidRequest> {
  const { muster, owner, organization } = world;
  const policies = { waitlist_mode: 'offer' };
  const { id: program_id } = await made(world, '/programs', {
    name: 'P',
    organization_id: organization,
    policies,
  });
  const id = await shiftOf(world, { program_id, capacity: 1, waitlist_capacity: 1 });
  const before = await someoneElse(world);
  await signUp(world, id, before);
  const registration = await signUp(world, id, await holder(world, actor));
  await muster.as(owner.token).del(`/shifts/${id}/signups/${before}`);
  return { params: { id: registration } };
}
const pending = async (world: World): Promise<ValidRequest> => ({
  params: {
    id: await signUp(world, await shiftOf(world, { requires_approval: true }), await someoneElse(world)),
  },
});

const privatelyPlanned = inOrganization({ from: 'coordinator', stranger: 404 });

/** There can be a hundred of them, and the walk makes more: each is gone before the next is made. */
async function newShiftTemplate(world: World): Promise<object> {
  await sql`delete from shift_templates`.execute(world.muster.database.db);
  return { name: 'Template', from_shift_id: await shiftOf(world) };
}
async function someShiftTemplate(world: World): Promise<ValidRequest> {
  const body = await newShiftTemplate(world);
  const { id } = await made(world, `/organizations/${world.organization}/shift-templates`, body);
  return { params: { id: world.organization, template_id: id } };
}

/** Someone on the waitlist of a shift that has a free spot again. */
async function waiting(world: World): Promise<ValidRequest> {
  const id = await shiftOf(world, { capacity: 1, waitlist_capacity: 1 });
  await signUp(world, id, await someoneElse(world));
  const registration = await signUp(world, id, await someoneElse(world));
  await sql`update shift_seats set capacity = 2 where shift_id = ${id}`.execute(world.muster.database.db);
  return { params: { id: registration } };
}

const draftShift = async (world: World): Promise<ValidRequest> => ({
  params: { id: await shiftOf(world, { status: 'draft' }) },
});

/** The same as one of many. */
const manyOf =
  (one: (world: World) => Promise<ValidRequest>) =>
  async (world: World): Promise<ValidRequest> => ({
    params: { id: world.organization },
    body: { ids: [(await one(world)).params?.['id']] },
  });

/** The person whose spot it is; who manages shifts may act for them. */
const spotHolder: Audience = { ...everyPerson, stranger: 404, 'key with the scope': 'yes' };

const shiftRows: Record<string, Row> = {
  'GET /shifts': row(anyone, null),
  'GET /shifts/calendar': row(anyone, null),
  'GET /shifts/{id}': row(anyone, null, someShift),
  'POST /shifts': row(planners, 'shifts', async (world) => ({
    body: {
      program_id: (await program(world)).params.id,
      start_time: '2030-01-05T09:00:00Z',
      end_time: '2030-01-05T12:00:00Z',
    },
  })),
  'PATCH /shifts/{id}': row(planners, 'shifts', async (world) => ({
    ...(await someShift(world)),
    body: { title: 'Renamed' },
  })),
  'POST /shifts/{id}/publish': row(hidden, 'shifts', draftShift),
  'POST /shifts/{id}/cancel': row(planners, 'shifts', someShift),
  'GET /series-changes': row(
    inOrganization({ from: 'coordinator', stranger: 404 }),
    'shifts',
    async (world) => {
      const id = await shiftOf(world, { recurrence: 'FREQ=DAILY;COUNT=2' });
      const { series_id } = expect200(await world.muster.as(world.owner.token).get(`/shifts/${id}`));
      return { query: `series_id=${series_id}` };
    },
  ),
  'GET /series-changes/{id}': row(
    inOrganization({ from: 'coordinator', stranger: 404 }),
    'shifts',
    longChange,
  ),
  'POST /shifts/{id}/duplicate': row(planners, 'shifts', async (world) => ({
    ...(await someShift(world)),
    body: { start_time: '2030-01-05T09:00:00Z' },
  })),
  'POST /shifts/{id}/signups': row(
    { ...everyPerson, stranger: 403, 'key with the scope': 'yes' },
    'shifts',
    async (world, { person }) => ({
      ...(await someShift(world)),
      body: person ? {} : { user_id: await someoneElse(world) },
    }),
  ),
  'DELETE /shifts/{id}/signups': row(everyPerson, null, async (world, actor) => ({
    params: { id: await takenShift(world, actor) },
  })),
  'DELETE /shifts/{id}/signups/{user_id}': row(planners, 'shifts', async (world) => {
    const [id, user_id] = [await shiftOf(world), await someoneElse(world)];
    await signUp(world, id, user_id);
    return { params: { id, user_id } };
  }),
  'POST /shifts/{destinationId}/signups/change': row(
    { ...everyPerson, 'key with the scope': 'yes' },
    'shifts',
    async (world, actor) => {
      const later = { start_time: '2030-01-05T09:00:00Z' };
      const copyOf = async (id: number) => (await made(world, `/shifts/${id}/duplicate`, later)).id as number;
      if (actor.person) {
        const id = await takenShift(world, actor);
        return { params: { destinationId: await copyOf(id) }, body: { current_shift_id: id } };
      }
      const [id, user_id] = [await shiftOf(world), await someoneElse(world)];
      await signUp(world, id, user_id);
      return { params: { destinationId: await copyOf(id) }, body: { current_shift_id: id, user_id } };
    },
  ),
  'POST /organizations/{id}/signups': row(
    { ...everyPerson, 'key with the scope': 'yes' },
    'shifts',
    async (world, { person }) => ({
      ...here(world),
      body: {
        shift_ids: [await shiftOf(world)],
        ...(person ? {} : { user_id: await someoneElse(world) }),
      },
    }),
  ),
  'GET /organizations/{id}/search': row(
    { ...inOrganization({ from: 'volunteer', stranger: 404 }), 'key without it': 'yes' },
    'shifts',
    (world) => ({ ...here(world), query: 'q=shift' }),
  ),
  'POST /shifts/{id}/swaps': row(everyPerson, null, async (world, actor) => ({
    params: { id: await takenShift(world, actor) },
  })),
  'GET /me/swaps': row(everyPerson, null),
  'GET /organizations/{id}/swaps': row(coordinators, 'shifts', here),
  'POST /swaps/{id}/accept': row({ ...everyPerson, stranger: 404 }, null, async (world) => ({
    params: { id: await offeredSwap(world) },
  })),
  'POST /swaps/{id}/decline': row(
    { ...everyPerson, stranger: 404 },
    null,
    async (world, { kind, person }) => ({
      params: { id: await offeredSwap(world, kind === 'stranger' ? undefined : person?.email) },
    }),
  ),
  'POST /swaps/{id}/withdraw': row(everyPerson, null, async (world, actor) => {
    if (!actor.person || actor.kind === 'ended session') return { params: { id: await offeredSwap(world) } };
    const shiftId = await takenShift(world, actor);
    const { id } = expect200(await world.muster.as(actor.person.token).post(`/shifts/${shiftId}/swaps`));
    return { params: { id } };
  }),
  'POST /swaps/{id}/approve': row(coordinators, 'shifts', acceptedSwap),
  'POST /swaps/{id}/reject': row(coordinators, 'shifts', acceptedSwap),
  'GET /organizations/{id}/registrations/waiting': row(
    inOrganization({ from: 'coordinator', stranger: 404 }),
    'shifts',
    here,
  ),
  'GET /organizations/{id}/members/{user_id}/registrations': row(
    inOrganization({ from: 'coordinator', stranger: 404 }),
    'shifts',
    async (world) => ({ params: { id: world.organization, user_id: await someoneElse(world) } }),
  ),
  'POST /shifts/{id}/messages': row(planners, 'shifts', async (world) => ({
    ...(await someShift(world)),
    body: { subject: 'Bring gloves', text: 'It will be cold.' },
  })),
  'POST /shifts/{id}/signups/bulk': row(planners, 'shifts', async (world) => ({
    ...(await someShift(world)),
    body: { user_ids: [await someoneElse(world)] },
  })),
  'GET /shifts/{id}/signups': row(planners, 'shifts', someShift),
  'GET /shifts/{id}/eligibility': row(
    { ...everyPerson, stranger: 403, 'key with the scope': 'yes' },
    'shifts',
    async (world, { person }) => ({
      ...(await someShift(world)),
      ...(person ? {} : { query: `user_id=${await someoneElse(world)}` }),
    }),
  ),
  'GET /shifts/{id}/needs': row(anyone, null, someShift),
  'GET /shifts/{id}/team-notes': row(
    inOrganization({ from: 'check_in', stranger: 403 }),
    'shifts',
    someShift,
  ),
  'GET /shifts/{id}/coming': row(everyPerson, null, async (world, actor) => {
    const id = await takenShift(world, actor);
    const { organization_id } = expect200(await world.muster.as(world.owner.token).get(`/shifts/${id}`));
    await sql`update organizations set show_coming = true where id = ${organization_id}`.execute(
      world.muster.database.db,
    );
    return { params: { id } };
  }),
  'POST /registrations/{id}/approve': row(
    inOrganization({ from: 'coordinator', stranger: 404 }),
    'shifts',
    pending,
  ),
  'POST /registrations/{id}/reject': row(
    inOrganization({ from: 'coordinator', stranger: 404 }),
    'shifts',
    pending,
  ),
  'POST /registrations/{id}/promote': row(privatelyPlanned, 'shifts', waiting),
  'POST /organizations/{id}/registrations/approve': row(privatelyPlanned, 'shifts', manyOf(pending)),
  'POST /organizations/{id}/registrations/reject': row(privatelyPlanned, 'shifts', manyOf(pending)),
  'POST /organizations/{id}/registrations/cancel': row(privatelyPlanned, 'shifts', manyOf(pending)),
  'POST /organizations/{id}/registrations/promote': row(privatelyPlanned, 'shifts', manyOf(waiting)),
  'POST /organizations/{id}/registrations/move': row(privatelyPlanned, 'shifts', async (world) => {
    const from = await shiftOf(world);
    const registration = await signUp(world, from, await someoneElse(world));
    const { id: to } = await made(world, `/shifts/${from}/duplicate`, { start_time: '2030-01-05T09:00:00Z' });
    return { params: { id: world.organization }, body: { ids: [registration], shift_id: to } };
  }),
  'POST /organizations/{id}/shifts/publish': row(privatelyPlanned, 'shifts', manyOf(draftShift)),
  'POST /organizations/{id}/shifts/change': row(privatelyPlanned, 'shifts', async (world) => ({
    params: { id: world.organization },
    body: { ids: [await shiftOf(world)], title: 'Renamed' },
  })),
  'POST /organizations/{id}/shifts/cancel': row(privatelyPlanned, 'shifts', manyOf(someShift)),
  'POST /organizations/{id}/shifts/duplicate': row(privatelyPlanned, 'shifts', async (world) => ({
    params: { id: world.organization },
    body: { items: [{ id: await shiftOf(world), start_time: '2030-01-05T09:00:00Z' }] },
  })),
  'POST /organizations/{id}/shifts/import': row(privatelyPlanned, 'shifts', async (world) => {
    count += 1;
    return {
      params: { id: world.organization },
      query: `program_id=${(await program(world)).params.id}`,
      body: `title,date,start,end,mission\nWalked ${count},2030-01-05,09:00,12:00,\n`,
      headers: csv,
    };
  }),
  'GET /organizations/{id}/shift-templates': row(privatelyPlanned, 'shifts', (world) => ({
    params: { id: world.organization },
  })),
  'POST /organizations/{id}/shift-templates': row(privatelyPlanned, 'shifts', async (world) => ({
    params: { id: world.organization },
    body: await newShiftTemplate(world),
  })),
  'GET /organizations/{id}/shift-templates/{template_id}': row(privatelyPlanned, 'shifts', someShiftTemplate),
  'PATCH /organizations/{id}/shift-templates/{template_id}': row(
    privatelyPlanned,
    'shifts',
    async (world) => ({ ...(await someShiftTemplate(world)), body: { name: 'Renamed' } }),
  ),
  'DELETE /organizations/{id}/shift-templates/{template_id}': row(
    privatelyPlanned,
    'shifts',
    someShiftTemplate,
  ),
  'POST /organizations/{id}/shift-templates/{template_id}/apply': row(
    privatelyPlanned,
    'shifts',
    async (world) => ({ ...(await someShiftTemplate(world)), body: { date: '2030-01-05' } }),
  ),
  'POST /registrations/{id}/accept': row(spotHolder, 'shifts', offer),
  'POST /registrations/{id}/decline': row(spotHolder, 'shifts', offer),
};

async function calendarLink(world: World, userId: number, organization?: number) {
  const token = randomSecret('cal');
  const { rows } = await sql<{ id: number }>`
    insert into calendar_feeds (digest, user_id, organization_id, created_at)
    values (${world.muster.database.sealer.digest('calendar', token)}, ${userId}, ${organization ?? null}, now())
    returning id
  `.execute(world.muster.database.db);
  return { id: rows[0]?.id ?? 0, query: `token=${token}` };
}

/** A secret link acts for its owner, no matter who uses it. */
const personalRows: Record<string, Row> = {
  'GET /me/registrations': row(everyPerson, null),
  'GET /me/availability': row(everyPerson, null),
  'PUT /me/availability': row(everyPerson, null, () => ({
    body: { weekly: [{ weekday: 6, from: '09:00', until: '17:00' }] },
  })),
  'POST /me/calendar-feeds': row(everyPerson, null),
  'GET /me/calendar-feeds': row(everyPerson, null),
  'DELETE /me/calendar-feeds/{id}': row(everyPerson, null, async (world, { person }) => ({
    params: { id: (await calendarLink(world, (person ?? world.owner).id)).id },
  })),
  'GET /me/calendar.ics': row(anyone, null, async (world) => ({
    query: (await calendarLink(world, world.owner.id)).query,
  })),
  'GET /organizations/{id}/calendar.ics': row(open, null, async (world) => ({
    ...here(world),
    query: (await calendarLink(world, world.owner.id, world.organization)).query,
  })),
};

/** A shift that goes on now, with a spot for the actor, or for someone else where the actor can have none. */
async function running(world: World, actor: Actor) {
  const start = Temporal.Now.instant().subtract({ minutes: 5 });
  const times = { start_time: start.toString(), end_time: start.add({ hours: 2 }).toString() };
  const [id, userId] = [await shiftOf(world, times), await holder(world, actor)];
  const registrationId = await signUp(world, id, userId);
  return { id, userId, registrationId };
}
const atTheDoor = async (world: World, actor: Actor): Promise<ValidRequest> => {
  const { id, userId } = await running(world, actor);
  return { params: { id }, body: { user_id: userId } };
};
const desk = (stranger: 403 | 404) => inOrganization({ from: 'check_in', stranger });
const letterFor = async (world: World) =>
  (
    await world.muster.as(world.owner.token).post(`/organizations/${world.organization}/hours/letters`, {
      user_id: await someoneElse(world),
    })
  ).body.letter as { id: number; code: string };

const reportIn = async (world: World) => ({
  program_id: (await made(world, '/programs', { name: 'P', organization_id: world.organization }))
    .id as number,
  day: Temporal.Now.plainDateISO('UTC').subtract({ days: 2 }).toString(),
  minutes: 90,
});
/** Hours that the actor has reported, or someone else where the actor can't. */
async function reportedBy(world: World, actor: Actor): Promise<number> {
  const { program_id, day, minutes } = await reportIn(world);
  const { rows } = await sql<{ id: number }>`
    insert into hour_reports (organization_id, user_id, program_id, mission_id, day, minutes, created_at, updated_at)
    select organization_id, ${await holder(world, actor)}, id, default_mission_id, ${day}::date, ${minutes}, now(), now()
    from programs where organization_id = ${world.organization} and id = ${program_id} returning id
  `.execute(world.muster.database.db);
  return rows[0]?.id ?? 0;
}
const ownReport = async (world: World, actor: Actor) => ({
  params: { id: await reportedBy(world, actor) },
});
const reportToDecide = async (world: World, actor: Actor) => ({
  params: { id: world.organization, report_id: await reportedBy(world, actor) },
});

const attendanceRows: Record<string, Row> = {
  'POST /shifts/{id}/checkin': row({ ...spotHolder, stranger: 403 }, 'attendance', atTheDoor),
  'POST /shifts/{id}/checkout': row({ ...spotHolder, stranger: 403 }, 'attendance', async (world, actor) => {
    const request = await atTheDoor(world, actor);
    await made(
      world,
      `/shifts/${request.params?.['id']}/checkin`,
      (request.body as object | undefined) ?? {},
    );
    return request;
  }),
  'GET /shifts/{id}/attendance': row(desk(403), 'attendance', someShift),
  'GET /shifts/{id}/roster': row(planners, 'shifts', someShift),
  'GET /organizations/{id}/attendance/unverified': row(coordinators, 'attendance', here),
  'GET /organizations/{id}/attendance/shifts': row(desk(404), 'attendance', (world) => ({
    ...here(world),
    query: 'ends_after=2031-01-05T00:00:00Z&to=2031-01-06T00:00:00Z',
  })),
  'GET /shifts/{id}/poster-code': row(desk(403), 'attendance', someShift),
  'GET /me/check-in-code': row(everyPerson, null),
  'POST /me/check-in-code/digits': row(everyPerson, null),
  'POST /attendance/check-in-codes/resolve': row(desk(404), 'attendance', async (world) => {
    const issued: object = await made(world, '/me/check-in-code/digits', {});
    return { body: { organization_id: world.organization, ...issued } };
  }),
  'POST /attendance/scans': row(desk(404), 'attendance', async (world, actor) => {
    const { id, userId } = await running(world, actor);
    const scan = { nonce: `scan-of-shift-${id}`, shift_id: id, action: 'checkin', user_id: userId };
    const scans = [{ ...scan, at: new Date().toISOString() }];
    return { body: { organization_id: world.organization, scans } };
  }),
  'PATCH /attendance/{id}': row(coordinators, 'attendance', async (world, actor) => ({
    params: { id: (await running(world, actor)).registrationId },
    body: { status: 'no_show' },
  })),
  'POST /organizations/{id}/attendance/verify': row(coordinators, 'attendance', async (world, actor) => ({
    ...here(world),
    body: { ids: [(await running(world, actor)).registrationId] },
  })),
  'GET /me/attendance': row(everyPerson, null),
  'GET /me/hours': row(everyPerson, null),
  'POST /me/hours/letter': row(everyPerson, null),
  'GET /me/hours/reports': row(everyPerson, null),
  'POST /me/hours/reports': row({ ...everyPerson, stranger: 403 }, null, async (world) => ({
    body: await reportIn(world),
  })),
  'PATCH /me/hours/reports/{id}': row({ ...everyPerson, stranger: 404 }, null, async (world, actor) => ({
    ...(await ownReport(world, actor)),
    body: { minutes: 60 },
  })),
  'DELETE /me/hours/reports/{id}': row({ ...everyPerson, stranger: 404 }, null, ownReport),
  'GET /organizations/{id}/hours/reports': row(coordinators, 'attendance', here),
  'POST /organizations/{id}/hours/reports/approve': row(coordinators, 'attendance', async (world, actor) => ({
    ...here(world),
    body: { reports: [{ id: await reportedBy(world, actor) }] },
  })),
  'POST /organizations/{id}/hours/reports/{report_id}/approve': row(
    coordinators,
    'attendance',
    reportToDecide,
  ),
  'POST /organizations/{id}/hours/reports/{report_id}/reject': row(
    coordinators,
    'attendance',
    async (world, actor) => ({
      ...(await reportToDecide(world, actor)),
      body: { reason: 'Counted with your shift.' },
    }),
  ),
  'POST /organizations/{id}/hours/reports/{report_id}/reopen': row(
    coordinators,
    'attendance',
    async (world, actor) => {
      const request = await reportToDecide(world, actor);
      const { id, report_id } = request.params;
      await made(world, `/organizations/${id}/hours/reports/${report_id}/approve`, {});
      return request;
    },
  ),
  'GET /organizations/{id}/hours': row(coordinators, 'attendance', here),
  'POST /organizations/{id}/hours/letters': row(coordinators, 'attendance', async (world) => ({
    ...here(world),
    body: { user_id: await someoneElse(world) },
  })),
  'GET /organizations/{id}/hours/letters/{letter_id}': row(coordinators, 'attendance', async (world) => ({
    params: { id: world.organization, letter_id: (await letterFor(world)).id },
  })),
  'GET /hours/verify/{code}': row(open, null, async (world) => ({
    params: { code: (await letterFor(world)).code },
  })),
};

const liveRows: Record<string, Row> = { 'GET /live': row(anyone, null) };

const auditRows: Record<string, Row> = {
  'GET /audit': row(admins, 'audit', ({ organization }) => ({ query: `organization_id=${organization}` })),
};

async function failedJob({ muster, organization }: World): Promise<ValidRequest> {
  const { rows } = await sql<{ id: number }>`
    insert into failed_jobs (organization_id, task, payload, max_attempts, attempts, error)
    values (${organization}, 'daily_task', '{"task": "hours"}', 1, 1, 'It failed.') returning id
  `.execute(muster.database.db);
  return { params: { id: rows[0]?.id ?? 0 } };
}

/** The queue belongs to the installation: an admin of any organization may run it. */
const jobRows: Record<string, Row> = {
  // One of the jobs that the requests before have left: all of them can take longer than an answer may.
  'POST /jobs/process': row({ ...admins, stranger: 'yes' }, 'jobs', () => ({ body: { limit: 1 } })),
  'POST /jobs/schedule-daily': row(admins, 'jobs', ({ organization }) => ({
    body: { organization_id: organization },
  })),
  'POST /jobs/aggregate-hours': row(admins, 'jobs', ({ organization }) => ({
    body: { organization_id: organization },
  })),
  'GET /jobs/failed': row(admins, 'jobs', ({ organization }) => ({
    query: `organization_id=${organization}`,
  })),
  'POST /jobs/failed/{id}/retry': row(admins, 'jobs', failedJob),
  'DELETE /jobs/failed/{id}': row(admins, 'jobs', failedJob),
  'POST /jobs/send-reminders': row(admins, 'jobs', ({ organization }) => ({
    body: { organization_id: organization },
  })),
};

const formSchema = { type: 'object', properties: { name: { type: 'string' } } };
const formOf = (world: World, fields: object = { status: 'published' }) =>
  made(world, '/forms', { title: 'F', schema: formSchema, organization_id: world.organization, ...fields });
const someForm = async (world: World) => ({ params: { id: (await formOf(world)).id } });
const draftForm = async (world: World) => ({ params: { id: (await formOf(world, {})).id } });
const privately = inOrganization({ from: 'coordinator', stranger: 404 });

/** The person's own if they can have one, otherwise of someone in the organization. */
async function submissionOf(world: World, { kind, person }: Actor): Promise<ValidRequest> {
  const { id } = await formOf(world);
  const sender = person && kind !== 'stranger' ? person : world.owner;
  const { rows } = await sql<{ id: number }>`
    insert into form_submissions (organization_id, form_id, form_version, user_id, answers, submitted_at)
    values (${world.organization}, ${id}, 1, ${sender.id}, '{}', now()) returning id
  `.execute(world.muster.database.db);
  return { params: { id: rows[0]?.id ?? 0 } };
}

const formRows: Record<string, Row> = {
  'GET /forms': row(anyone, null),
  'GET /forms/{id}': row(anyone, null, someForm),
  'GET /forms/{id}/versions/{version}': row(anyone, null, async (world) => ({
    params: { id: (await formOf(world)).id, version: 1 },
  })),
  'POST /forms': row(planners, 'forms', ({ organization }) => ({
    body: { title: 'New', schema: formSchema, organization_id: organization },
  })),
  'PATCH /forms/{id}': row(planners, 'forms', async (world) => ({
    ...(await someForm(world)),
    body: { title: 'Renamed' },
  })),
  'POST /forms/{id}/publish': row(hidden, 'forms', draftForm),
  'POST /forms/{id}/archive': row(planners, 'forms', someForm),
  'POST /forms/{id}/restore': row(hidden, 'forms', async (world) => {
    const request = await someForm(world);
    await made(world, `/forms/${request.params.id}/archive`, {});
    return request;
  }),
  'POST /forms/{id}/submissions': row({ ...everyPerson, stranger: 403 }, null, async (world) => ({
    ...(await someForm(world)),
    body: { answers: { name: 'Walker' } },
  })),
  'GET /forms/{id}/submissions': row(planners, 'forms', someForm),
  'GET /submissions/{id}': row(
    { ...everyPerson, stranger: 404, 'key with the scope': 'yes' },
    'forms',
    submissionOf,
  ),
  'GET /me/submissions': row(everyPerson, null),
};

const badgeOf = (world: World) => made(world, '/badges', { name: 'B', organization_id: world.organization });
const someBadge = async (world: World) => ({ params: { id: (await badgeOf(world)).id } });
const awarded = async (world: World, { person }: Pick<Actor, 'person'> = { person: undefined }) => {
  const { id } = await badgeOf(world);
  const member = await world.muster.member(world.organization, 'volunteer');
  const role = person && (await isMember(world, person));
  const { award } = expect200(
    await world.muster
      .as(world.owner.token)
      .post(`/badges/${id}/award`, { user_id: role ? person.id : member.id }),
  );
  return { id, award_id: award.id as number, code: award.public_code as string };
};
const isMember = async ({ muster, organization }: World, { id }: Person): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from memberships where organization_id = ${organization} and user_id = ${id}
  `.execute(muster.database.db);
  return rows.length > 0;
};
const someAward = async (world: World) => ({ params: await awarded(world) });
const issuerKey = async (world: World) => {
  const { muster, organization } = world;
  await muster.as().get(`/awards/${(await awarded(world)).code}/credential?alg=ES256`);
  const { keys } = expect200(await muster.as().get(`/organizations/${organization}/keys`));
  return { params: { id: organization, key_id: keys[0].kid as string } };
};

/** Badges, awards, what anyone needs to check a credential, and leaderboards. */
const badgeRows: Record<string, Row> = {
  'GET /badges': row(anyone, null),
  'GET /badges/{id}': row(anyone, null, someBadge),
  'GET /badges/{id}/image.svg': row(open, null, someBadge),
  'GET /badges/{id}/picture': row(open, null, someBadge),
  'POST /badges': row(planners, 'badges', ({ organization }) => ({
    body: { name: 'B', organization_id: organization },
  })),
  'PATCH /badges/{id}': row(planners, 'badges', async (world) => ({
    ...(await someBadge(world)),
    body: { name: 'C' },
  })),
  'POST /badges/{id}/archive': row(planners, 'badges', someBadge),
  'POST /badges/{id}/restore': row(hidden, 'badges', async (world) => {
    const request = await someBadge(world);
    await made(world, `/badges/${request.params.id}/archive`, {});
    return request;
  }),
  'POST /badges/{id}/award': row(planners, 'badges', async (world) => ({
    ...(await someBadge(world)),
    body: { user_id: (await someMember(world)).user_id },
  })),
  'GET /badges/{id}/awards': row(planners, 'badges', someBadge),
  'POST /badges/{id}/awards/{award_id}/revoke': row(planners, 'badges', async (world) => ({
    ...(await someAward(world)),
    body: { reason: 'R' },
  })),
  'POST /badges/{id}/awards/{award_id}/renew': row(planners, 'badges', async (world) => {
    const { id, award_id } = await awarded(world);
    await world.muster.as(world.owner.token).patch(`/badges/${id}`, { expires_after_days: 9 });
    return { params: { id, award_id } };
  }),
  'GET /me/badges': row(everyPerson, null),
  'PATCH /me/badges/{id}': row({ ...everyPerson, stranger: 404 }, null, async (world, actor) => ({
    params: { id: (await awarded(world, actor)).award_id },
    body: { show_name: false },
  })),
  'GET /awards/{code}': row(open, null, someAward),
  'GET /awards/{code}/credential': row(open, null, async (world) => ({
    ...(await someAward(world)),
    query: 'alg=ES256',
  })),
  'GET /organizations/{id}/issuer': row(open, null, here),
  'GET /organizations/{id}/keys': row(open, null, here),
  'GET /organizations/{id}/keys/{key_id}': row(open, null, issuerKey),
  'GET /organizations/{id}/credential-status/{list}': row(open, null, ({ organization }) => ({
    params: { id: organization, list: 0 },
    query: 'alg=ES256',
  })),
  'GET /organizations/{id}/leaderboard': row(
    inOrganization({ from: 'volunteer', stranger: 404 }),
    'badges',
    here,
  ),
  'GET /me/leaderboard': row(everyPerson, null),
  'PUT /me/leaderboard': row({ ...everyPerson, stranger: 404 }, null, ({ organization }) => ({
    body: { organization_id: organization, show: true },
  })),
};

/** A link in a mail speaks for whom it was sent to. */
const cantCome = async (world: World): Promise<ValidRequest> => {
  const { params } = await pending(world);
  return { params: { token: cantComeToken(world.muster.database.sealer, Number(params?.['id'])) } };
};
const unsubscribe = async ({ muster }: World): Promise<ValidRequest> => ({
  params: { token: unsubscribeToken(muster.database.sealer, (await muster.person()).id, 'reminder') },
});
const asked = async (world: World, userId: number): Promise<{ id: number }> => {
  const { ask_id } = expect200(
    await world.muster
      .as(world.owner.token)
      .post(`/shifts/${await shiftOf(world)}/asks`, { user_ids: [userId] }),
  );
  return { id: ask_id };
};
const myAsk: Row['request'] = async (world, { kind, person }) => ({
  params: await asked(world, kind === 'stranger' || !person ? await someoneElse(world) : person.id),
});
const askLink = async (world: World): Promise<ValidRequest> => {
  const userId = await someoneElse(world);
  const { id } = await asked(world, userId);
  return {
    params: { token: askToken(world.muster.database.sealer, id, userId) },
    query: 'answer=accept',
  };
};
const newBrowser = () => {
  count += 1;
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: 'A'.repeat(22) };
  return { endpoint: `https://push.example.org/${count}`, keys };
};
const greeting = { language: 'en', subject: 'Hello', text: 'See you there.' };
const newTemplate = () => {
  count += 1;
  return { name: `Template ${count}`, texts: [greeting] };
};
/** There can be a hundred of them, and the walk makes more: each is gone before the next is made. */
async function someTemplate(world: World): Promise<ValidRequest> {
  await sql`delete from message_templates`.execute(world.muster.database.db);
  const { id } = await made(world, `/organizations/${world.organization}/message-templates`, newTemplate());
  return { params: { id: world.organization, template_id: id } };
}
const notificationRows: Record<string, Row> = {
  'GET /me/notifications': row(everyPerson, null),
  'GET /me/waiting': row(everyPerson, null),
  'POST /me/notifications/read': row(everyPerson, null, () => ({ body: { until: 1 } })),
  'GET /me/push-subscriptions': row(everyPerson, null),
  'POST /me/push-subscriptions': row(everyPerson, null, () => ({ body: newBrowser() })),
  'DELETE /me/push-subscriptions/{id}': row(
    everyPerson,
    null,
    async ({ muster, owner }, { token, person }) => {
      const client = muster.as(person ? token : owner.token);
      const { status, body } = await client.post('/me/push-subscriptions', newBrowser());
      return { params: { id: status === 200 ? body.id : 1 } };
    },
  ),
  'POST /organizations/{id}/messages': row(coordinators, 'members', async (world) => ({
    ...here(world),
    body: { user_ids: [await someoneElse(world)], texts: [greeting] },
  })),
  'GET /organizations/{id}/messages': row(coordinators, 'members', here),
  'GET /organizations/{id}/messages/{message_id}/recipients': row(coordinators, 'members', async (world) => {
    const body = { user_ids: [await someoneElse(world)], texts: [greeting] };
    const { id } = await made(world, `/organizations/${world.organization}/messages`, body);
    return { params: { id: world.organization, message_id: id } };
  }),
  'GET /organizations/{id}/message-templates': row(coordinators, 'members', here),
  'POST /organizations/{id}/message-templates': row(coordinators, 'members', (world) => ({
    ...here(world),
    body: newTemplate(),
  })),
  'PUT /organizations/{id}/message-templates/{template_id}': row(coordinators, 'members', async (world) => ({
    ...(await someTemplate(world)),
    body: newTemplate(),
  })),
  'DELETE /organizations/{id}/message-templates/{template_id}': row(coordinators, 'members', someTemplate),
  'POST /shifts/{id}/asks': row(planners, 'shifts', async (world) => ({
    ...(await someShift(world)),
    body: { user_ids: [await someoneElse(world)] },
  })),
  'GET /shifts/{id}/asks': row(planners, 'shifts', someShift),
  'POST /shifts/{id}/asks/withdraw': row(planners, 'shifts', someShift),
  'GET /me/asks': row(everyPerson, null),
  'POST /me/asks/{id}/accept': row({ ...everyPerson, stranger: 404 }, null, myAsk),
  'POST /me/asks/{id}/decline': row({ ...everyPerson, stranger: 404 }, null, myAsk),
  'GET /asks/{token}': row(open, null, askLink),
  'POST /asks/{token}': row(open, null, askLink),
  'GET /cant-come/{token}': row(open, null, cantCome),
  'POST /cant-come/{token}': row(open, null, cantCome),
  'GET /unsubscribe/{token}': row(open, null, unsubscribe),
  'POST /unsubscribe/{token}': row(open, null, unsubscribe),
  'GET /shifts/{id}/candidates': row(planners, 'shifts', someShift),
};

const journeyOf = (world: World, fields: object = {}) =>
  made(world, '/journeys', {
    name: 'J',
    status: 'published',
    organization_id: world.organization,
    steps: [
      { key: 'a', title: 'A', kind: 'manual' },
      { key: 'b', title: 'B', kind: 'manual' },
    ],
    ...fields,
  });
const someJourney = async (world: World) => ({ params: { id: (await journeyOf(world)).id } });
const draftJourney = async (world: World) => ({
  params: { id: (await journeyOf(world, { status: 'draft' })).id },
});
/** Of someone who is none of the actors. */
const someEnrollment = async (world: World) => {
  const { id } = await journeyOf(world);
  const person = await world.muster.member(world.organization, 'volunteer');
  const body = { user_id: person.id };
  const enrollment = (await made(world, `/journeys/${id}/enrollments`, body)) as {
    id: number;
    steps?: { step_id: number }[];
  };
  return { params: { id, enrollment_id: enrollment.id, step_id: enrollment.steps?.[0]?.step_id ?? 0 } };
};

const journeyRows: Record<string, Row> = {
  'GET /journeys': row(anyone, null),
  'GET /journeys/{id}': row(anyone, null, someJourney),
  'GET /journeys/{id}/steps': row(anyone, null, someJourney),
  'POST /journeys': row(planners, 'journeys', ({ organization }) => ({
    body: { name: 'J', organization_id: organization },
  })),
  'PATCH /journeys/{id}': row(planners, 'journeys', async (world) => ({
    ...(await someJourney(world)),
    body: { name: 'K' },
  })),
  'POST /journeys/{id}/publish': row(hidden, 'journeys', draftJourney),
  'POST /journeys/{id}/archive': row(planners, 'journeys', someJourney),
  'POST /journeys/{id}/restore': row(hidden, 'journeys', async (world) => {
    const request = await someJourney(world);
    await made(world, `/journeys/${request.params.id}/archive`, {});
    return request;
  }),
  'POST /journeys/{id}/enrollments': row(
    { ...everyPerson, stranger: 403, 'key with the scope': 'yes' },
    'journeys',
    async (world, { person }) => ({
      ...(await someJourney(world)),
      body: person ? {} : { user_id: await someoneElse(world) },
    }),
  ),
  'GET /journeys/{id}/enrollments': row(planners, 'journeys', someJourney),
  'GET /journeys/{id}/enrollments/{enrollment_id}': row(privately, 'journeys', someEnrollment),
  'POST /journeys/{id}/enrollments/{enrollment_id}/withdraw': row(privately, 'journeys', someEnrollment),
  'POST /journeys/{id}/enrollments/{enrollment_id}/upgrade': row(privately, 'journeys', someEnrollment),
  'POST /journeys/{id}/enrollments/{enrollment_id}/steps/{step_id}/complete': row(
    privately,
    'journeys',
    someEnrollment,
  ),
  'POST /journeys/{id}/enrollments/{enrollment_id}/steps/{step_id}/skip': row(
    privately,
    'journeys',
    someEnrollment,
  ),
  'POST /journeys/{id}/enrollments/{enrollment_id}/steps/{step_id}/undo': row(
    privately,
    'journeys',
    someEnrollment,
  ),
  'GET /me/journeys': row(everyPerson, null),
};

/** An organization can have fifty, and what waits for the others must not be sent anywhere. */
async function forgetEndpoints({ muster }: World): Promise<ValidRequest> {
  await sql`update webhook_endpoints set status = 'deleted', secret = null`.execute(muster.database.db);
  return {};
}
async function endpointOf(world: World) {
  await forgetEndpoints(world);
  const hook = { name: 'Hook', url: 'https://hooks.example.org/', events: ['shift.checkin'] };
  return await made(world, '/webhooks/endpoints', { organization_id: world.organization, ...hook });
}
const someEndpoint = async (world: World) => ({ params: { id: (await endpointOf(world)).id } });

/** One that has been cancelled, of an endpoint that is active: nothing is sent anywhere. */
async function someDelivery(world: World): Promise<ValidRequest> {
  const { id } = await endpointOf(world);
  const { delivery } = expect200(
    await world.muster.as(world.owner.token).post(`/webhooks/endpoints/${id}/test`),
  );
  await made(world, `/webhooks/endpoints/${id}/deactivate`, {});
  await made(world, `/webhooks/endpoints/${id}/activate`, {});
  return { params: { attemptId: delivery.id } };
}
const webhookRows: Record<string, Row> = {
  'GET /webhooks/events': row(anyone, null),
  'GET /webhooks/endpoints': row(admins, 'webhooks', ({ organization }) => ({
    query: `organization_id=${organization}`,
  })),
  'POST /webhooks/endpoints': row(admins, 'webhooks', async (world) => {
    await forgetEndpoints(world);
    const hook = { name: 'New', url: 'https://hooks.example.org/', events: ['shift.checkin'] };
    return { body: { organization_id: world.organization, ...hook } };
  }),
  'GET /webhooks/endpoints/{id}': row(admins, 'webhooks', someEndpoint),
  'PATCH /webhooks/endpoints/{id}': row(admins, 'webhooks', async (world) => ({
    ...(await someEndpoint(world)),
    body: { name: 'Renamed' },
  })),
  'DELETE /webhooks/endpoints/{id}': row(admins, 'webhooks', someEndpoint),
  'POST /webhooks/endpoints/{id}/activate': row(admins, 'webhooks', someEndpoint),
  'POST /webhooks/endpoints/{id}/deactivate': row(admins, 'webhooks', someEndpoint),
  'POST /webhooks/endpoints/{id}/rotate-secret': row(admins, 'webhooks', someEndpoint),
  'POST /webhooks/endpoints/{id}/test': row(admins, 'webhooks', someEndpoint),
  'POST /webhooks/endpoints/{id}/recover': row(admins, 'webhooks', async (world) => ({
    ...(await someEndpoint(world)),
    body: { since: new Date().toISOString() },
  })),
  'GET /webhooks/endpoints/{id}/statistics': row(admins, 'webhooks', someEndpoint),
  'GET /webhooks/status': row(admins, 'webhooks', ({ organization }) => ({
    query: `organization_id=${organization}`,
  })),
  'GET /webhooks/deliveries/{attemptId}': row(admins, 'webhooks', someDelivery),
  'POST /webhooks/deliveries/{attemptId}/replay': row(admins, 'webhooks', someDelivery),
  'POST /webhooks/process': row({ ...admins, stranger: 'yes' }, 'jobs', forgetEndpoints),
};

export const permissionTable: Readonly<Record<string, Row>> = {
  ...accountRows,
  ...organizationRows,
  ...planRows,
  ...formRows,
  ...badgeRows,
  ...journeyRows,
  ...shiftRows,
  ...personalRows,
  ...attendanceRows,
  ...auditRows,
  ...liveRows,
  ...webhookRows,
  ...jobRows,
  ...notificationRows,
};

export async function buildWorld(muster: PeopleApp): Promise<World> {
  const owner = await muster.person('World Owner');
  const organization = await muster.organization(owner, 'The World');
  return { muster, owner, organization, stranger: await muster.person('World Stranger') };
}

/** A new actor for each request: some requests end what they are sent with. */
export async function makeActor(world: World, kind: ActorKind, scope: string | null): Promise<Actor> {
  const { muster, organization } = world;
  if (kind === 'nobody') return { kind, token: undefined, person: undefined };
  if (kind === 'key with the scope')
    return { kind, token: await plantKey(world, scope === null ? scopes : [scope]), person: undefined };
  if (kind === 'key without it') {
    const others = scopes.filter((one) => one !== scope);
    return { kind, token: await plantKey(world, scope === null ? ['jobs'] : others), person: undefined };
  }
  if (kind === 'stranger') {
    const person = await muster.person();
    await muster.organization(person, 'Elsewhere');
    return { kind, token: person.token, person };
  }
  const person = await muster.member(organization, kind === 'ended session' ? 'owner' : kind);
  if (kind === 'ended session')
    await sql`update sessions set revoked_at = now() where user_id = ${person.id}`.execute(
      muster.database.db,
    );
  return { kind, token: person.token, person };
}

async function plantKey({ muster, organization, owner }: World, granted: readonly string[]): Promise<string> {
  const key = randomSecret('mk');
  const digest = muster.database.sealer.digest('api-key', key);
  await sql`
    insert into api_keys (organization_id, name, prefix, digest, scopes, created_by, created_at)
    values (${organization}, 'Test', 'mk_test', ${digest}, ${[...granted]}, ${owner.id}, now())
  `.execute(muster.database.db);
  return key;
}

/** A link as a mail would bring it. */
async function mailedToken({ muster }: World, purpose: string): Promise<string> {
  const person = await muster.person();
  const token = randomSecret('test');
  const digest = muster.database.sealer.digest('mail-token', token);
  await sql`
    insert into mail_tokens (digest, user_id, purpose, email, created_at, expires_at)
    values (${digest}, ${person.id}, ${purpose}, ${person.email}, now(), now() + interval '5 minutes')
  `.execute(muster.database.db);
  return token;
}

export interface ContractRoute {
  readonly method: string;
  /** As in the contract, below /api/v1. */
  readonly path: string;
  readonly name: string;
  readonly operation: Operation;
}

export interface Operation {
  readonly tags: readonly string[];
  readonly parameters?: readonly { name: string; in: string; schema: { type?: string } }[];
  readonly requestBody?: { content: Record<string, { schema: object }> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}

/** Every route that the running service describes. */
export async function contractRoutes(muster: PeopleApp): Promise<ContractRoute[]> {
  const document = expect200(await muster.as().get('/api/v1/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(document.paths).flatMap(([whole, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const path = whole.replace('/api/v1', '');
      return { method: method.toUpperCase(), path, name: `${method.toUpperCase()} ${path}`, operation };
    }),
  );
}

/** The address of a request to a route. */
export function addressOf(route: ContractRoute, { params = {}, query }: ValidRequest): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    assert.ok(params[name] !== undefined, `the row of ${route.name} gives no ${name}`);
    return String(params[name]);
  });
  return query === undefined ? path : `${path}?${query}`;
}
