import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attendanceWorld } from '#test/attendance.ts';
import { assertRefused, expect200, type Person } from '#test/people.ts';
import { missesPerCaller, missesPerOrganization } from './rules/codes.ts';

const world = await attendanceWorld();
const { as, checkIn, checkOut, volunteer, shift, signUp, database, organizationId } = world;
const running = await shift(-30);

const digitsOf = async (person: Person): Promise<{ code: string; expires_at: string }> =>
  expect200(await as(person.token).post('/me/check-in-code/digits', {}));
const resolve = (person: Person, code: string, organization = organizationId) =>
  as(person.token).post('/attendance/check-in-codes/resolve', { organization_id: organization, code });
const forgetMisses = () => database.pool.query('delete from check_in_code_misses');
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('six digits that a person reads out', () => {
  it('tell the desk who it is, for a few minutes', async () => {
    const ada = await volunteer();
    const { code, expires_at } = await digitsOf(ada);
    assert.match(code, /^[0-9]{6}$/);
    const lifeMs = Date.parse(expires_at) - Date.now();
    assert.ok(lifeMs > 60_000 && lifeMs <= 180_000, 'short-lived');
    assert.equal((await digitsOf(ada)).code, code, 'the same while they are fresh');
    assert.equal(expect200(await resolve(world.desk, code)).user_id, ada.id);
    await database.pool.query('update check_in_codes set expires_at = now() where user_id = $1', [ada.id]);
    assertRefused(await resolve(world.desk, code), 400, 'validation_failed');
    assert.equal((await digitsOf(ada)).code.length, 6);
    await forgetMisses();
  });

  it('are proof in a check-in and a check-out, of that person only', async () => {
    const [ada, bea] = [await volunteer(), await volunteer()];
    for (const person of [ada, bea]) await signUp(person, running);
    const { code } = await digitsOf(ada);
    assertRefused(await checkIn(world.desk, running, { user_id: bea.id, code }), 400, 'validation_failed');
    const { attendance } = expect200(await checkIn(world.desk, running, { user_id: ada.id, code }));
    assert.deepEqual([attendance.user_id, attendance.method], [ada.id, 'digits']);
    assert.equal(expect200(await checkOut(world.desk, running, { code })).attendance.user_id, ada.id);
    assertRefused(await checkIn(bea, running, { user_id: bea.id, code }), 403, 'forbidden');
    await forgetMisses();
  });

  it('may have expired when a request is repeated: the answer is the first one', async () => {
    const ada = await volunteer();
    await signUp(ada, running);
    const { code } = await digitsOf(ada);
    const send = (path: string, body: object) =>
      as(world.desk.token).post(path, body, { 'idempotency-key': `digits ${path}` });
    const requests = [
      ['/attendance/check-in-codes/resolve', { organization_id: organizationId, code }],
      [`/shifts/${running}/checkin`, { user_id: ada.id, code }],
      [`/shifts/${running}/checkout`, { code }],
    ] as const;
    const first = [];
    for (const [path, body] of requests) first.push(expect200(await send(path, body)));
    await database.pool.query('update check_in_codes set expires_at = now() where user_id = $1', [ada.id]);
    for (const [index, [path, body]] of requests.entries())
      assert.deepEqual(expect200(await send(path, body)), first[index], path);
    for (const [path, body] of requests)
      assertRefused(await send(path, { ...body, code: other(code) }), 422, 'idempotency_mismatch');
    const { rows } = await database.pool.query('select count(*)::int as misses from check_in_code_misses');
    assert.deepEqual(rows, [{ misses: 0 }], 'a wrong code under the key of another request is not looked at');
  });

  it('are never those of two people at once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => volunteer()));
    const codes = await Promise.all(people.map(async (one) => (await digitsOf(one)).code));
    assert.equal(new Set(codes).size, codes.length);
    const answers = await Promise.all(codes.map((code) => resolve(world.desk, code)));
    assert.deepEqual(
      answers.map((answer) => expect200(answer).user_id),
      people.map(({ id }) => id),
    );
  });

  it('say nothing to other organizations, nor to volunteers', async () => {
    const ada = await volunteer();
    const { code } = await digitsOf(ada);
    const elsewhere = await world.organization(world.desk, 'Elsewhere');
    assertRefused(await resolve(world.desk, code, elsewhere), 400, 'validation_failed');
    assertRefused(await resolve(ada, code), 403, 'forbidden');
    await forgetMisses();
  });

  it('cannot be guessed: misses close the field for who typed them, also when sent at once', async () => {
    const ada = await volunteer();
    const { code } = await digitsOf(ada);
    const guesses = await Promise.all(
      Array.from({ length: missesPerCaller + 5 }, () => resolve(world.desk, other(code))),
    );
    assert.equal(guesses.filter(({ status }) => status === 400).length, missesPerCaller);
    const refused = await resolve(world.desk, code);
    assertRefused(refused, 429, 'rate_limited');
    assert.ok(Number(refused.headers['retry-after']) > 60);
    assertRefused(await checkIn(world.desk, running, { user_id: ada.id, code }), 429, 'rate_limited');
    assert.equal(expect200(await resolve(world.coordinator, code)).user_id, ada.id, 'others go on');
    await database.pool.query(
      `insert into check_in_code_misses (organization_id, caller, missed_at)
      select $1, 'user:0', now() from generate_series(1, $2::int)`,
      [organizationId, missesPerOrganization],
    );
    assertRefused(await resolve(world.coordinator, code), 429, 'rate_limited');
    await database.pool.query(`update check_in_code_misses set missed_at = now() - interval '16 minutes'`);
    expect200(await resolve(world.desk, code));
  });

  it('was never answered 500', () => assert.deepEqual(world.errors, []));
});
