import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attendanceWorld } from '#test/attendance.ts';
import { type Answer, assertRefused, expect200, type Person } from '#test/people.ts';
import { personCode } from './commands/issue-code.ts';

const world = await attendanceWorld();
const { as, checkIn, volunteer, shift, signUp, platform, now } = world;
const running = await shift(-30);
const codes = (answer: Answer) => answer.body.errors.map((error: { code: string }) => error.code);

async function expected(shiftId = running): Promise<Person> {
  const person = await volunteer();
  await signUp(person, shiftId);
  return person;
}
const codeOf = async (person: Person): Promise<string> =>
  expect200(await as(person.token).get('/me/check-in-code')).code;

describe('a person’s code', () => {
  it('checks its owner in when the desk scans it', async () => {
    const ada = await expected();
    const { attendance } = expect200(
      await checkIn(world.desk, running, { user_id: ada.id, code: await codeOf(ada) }),
    );
    assert.deepEqual([attendance.user_id, attendance.method], [ada.id, 'qr']);
  });

  it('that is old or forged is refused', async () => {
    const ada = await expected();
    const old = personCode(platform, ada.id, platform.clock().subtract({ minutes: 4 })).code;
    assert.deepEqual(codes(await checkIn(world.desk, running, { user_id: ada.id, code: old })), ['expired']);
    const good = await codeOf(ada);
    const bea = await expected();
    // Its first letter: the last one has bits that no one reads.
    const forged = good.replace(/\.(.)([^.]+)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`);
    for (const code of [good.replace(`.${ada.id}.`, `.${bea.id}.`), forged, 'mc1.1.1.x.y'])
      assert.deepEqual(codes(await checkIn(world.desk, running, { code })), ['invalid'], code);
  });

  it('is of no use to another volunteer', async () => {
    const ada = await expected();
    const [bea, code] = [await expected(), await codeOf(ada)];
    assertRefused(await checkIn(bea, running, { user_id: ada.id, code }), 403, 'forbidden');
    assert.deepEqual(codes(await checkIn(bea, running, { code })), ['other_person']);
  });
});

describe('a poster', () => {
  it('checks in the person who scans it, at its own shift only', async () => {
    const path = `/shifts/${running}/poster-code`;
    const { code, url } = expect200(await as(world.desk.token).get(path));
    assert.ok(url.endsWith(`/shifts/${running}?code=${code}`));
    const ada = await expected();
    const { attendance } = expect200(await checkIn(ada, running, { code }));
    assert.deepEqual([attendance.user_id, attendance.method], [ada.id, 'poster']);
    const other = await shift(-5);
    assert.deepEqual(codes(await checkIn(ada, other, { code })), ['other_shift']);
    assertRefused(await as(ada.token).get(path), 403, 'forbidden');
    const key = await world.apiKey(world.owner, world.organizationId, ['attendance']);
    assert.deepEqual(codes(await as(key).post(`/shifts/${running}/checkin`, { user_id: ada.id, code })), [
      'poster',
    ]);
  });
});

let count = 0;
const nonce = () => {
  count += 1;
  return `desk-1-scan-${count}`;
};
const minutesAgo = (minutes: number) => now.subtract({ minutes }).toString();
const send = (scans: object[], person = world.desk) => as(person.token).post('/attendance/scans', { scans });

describe('a desk that was offline', () => {
  it('sends scans with their own times; each has its own result', async () => {
    const [ada, bea] = [await expected(), await expected()];
    const shared = { shift_id: running, action: 'checkin' };
    const { items } = expect200(
      await send([
        { ...shared, nonce: nonce(), at: minutesAgo(28), user_id: ada.id, metadata: { seal: 7 } },
        { ...shared, nonce: nonce(), at: minutesAgo(3), user_id: ada.id, action: 'checkout' },
        { ...shared, nonce: nonce(), at: minutesAgo(2), user_id: bea.id, action: 'checkout' },
        { ...shared, nonce: nonce(), at: minutesAgo(-30), user_id: bea.id },
        { ...shared, nonce: nonce(), at: minutesAgo(31 * 24 * 60), user_id: bea.id },
        { ...shared, nonce: nonce(), at: minutesAgo(1), user_id: bea.id, metadata: { x: 'x'.repeat(8_192) } },
        { ...shared, nonce: nonce(), at: minutesAgo(1), user_id: bea.id, shift_id: 999_999 },
      ]),
    );
    assert.deepEqual(
      items.map((item: { error: { code: string } | null }) => item.error?.code ?? 'ok'),
      ['ok', 'ok', 'conflict', 'validation_failed', 'validation_failed', 'validation_failed', 'not_found'],
    );
    const { checked_in_at, minutes, method, metadata } = items[1].attendance;
    assert.equal(Date.parse(checked_in_at), now.epochMilliseconds - 28 * 60_000);
    assert.deepEqual([minutes, method, metadata], [25, 'offline_desk', { seal: 7 }]);
    assert.deepEqual([items[0].changed, items[1].changed, items[2].changed], [true, true, false]);
  });

  it('with a clock that is weeks off checks no one in or out', async () => {
    const ada = await expected();
    const days = 24 * 60;
    const scan = { shift_id: running, action: 'checkin', user_id: ada.id };
    const coming = await shift(8 * days);
    const bea = await expected(coming);
    const { items } = expect200(
      await send([
        { ...scan, nonce: nonce(), at: minutesAgo(8 * days) },
        { ...scan, nonce: nonce(), at: minutesAgo(1), shift_id: coming, user_id: bea.id },
        { ...scan, nonce: nonce(), at: minutesAgo(1) },
        { ...scan, nonce: nonce(), at: minutesAgo(20 * days), action: 'checkout' },
      ]),
    );
    assert.deepEqual(
      items.map(
        (item: { error: { errors: { code: string }[] } | null }) => item.error?.errors[0]?.code ?? 'ok',
      ),
      ['far_from_shift', 'ok', 'ok', 'far_from_shift'],
    );
  });

  it('never takes a scan of no one for a scan of the desk itself', async () => {
    const scan = { nonce: nonce(), shift_id: running, action: 'checkin', at: minutesAgo(1) };
    const { items } = expect200(await send([scan, { ...scan, nonce: nonce(), action: 'checkout' }]));
    assert.deepEqual(
      items.map((item: { error: { code: string } }) => item.error.code),
      ['validation_failed', 'validation_failed'],
    );
  });

  it('gets its good scans through beside bad ones', async () => {
    const ada = await expected();
    const scan = { shift_id: running, action: 'checkin', user_id: ada.id };
    const moments = ['2026-11-14T09:00:00.12345678901234567Z', '2026-11-14T24:00:00Z', 'yesterday', ''];
    const bad = moments.map((at) => ({ ...scan, nonce: nonce(), at }));
    const code = { shift_id: running, action: 'checkin', nonce: nonce(), at: minutesAgo(1), code: 'x' };
    const { items } = expect200(await send([...bad, code, { ...scan, nonce: nonce(), at: minutesAgo(1) }]));
    assert.deepEqual(
      items.map((item: { error: { code: string } | null }) => item.error?.code ?? 'ok'),
      [...Array(5).fill('validation_failed'), 'ok'],
    );
  });

  it('reads a code by the time of the scan, not of the sending', async () => {
    const ada = await expected();
    const { code } = personCode(platform, ada.id, now.subtract({ minutes: 20 }));
    const scan = { nonce: nonce(), shift_id: running, action: 'checkin', code };
    const { items } = expect200(await send([{ ...scan, at: minutesAgo(19) }]));
    assert.equal(items[0].attendance.user_id, ada.id);
    const late = expect200(await send([{ ...scan, nonce: nonce(), at: minutesAgo(10) }]));
    assert.equal(late.items[0].error.code, 'validation_failed');
  });

  it('may send a scan twice, and at once: it counts once', async () => {
    const ada = await expected();
    const scan = { nonce: nonce(), shift_id: running, action: 'checkin', at: minutesAgo(9), user_id: ada.id };
    const answers = await Promise.all(Array.from({ length: 6 }, () => send([scan, scan])));
    const items = answers.flatMap((answer) => expect200(answer).items);
    assert.equal(items.filter((item) => item.success && !item.repeated).length, 1);
    assert.equal(items.filter((item) => item.success && item.repeated).length, 11);
    assert.equal(new Set(items.map((item) => JSON.stringify(item.attendance))).size, 1);
    const events = await world.eventsOf('shift.checkin');
    assert.equal(events.filter(({ data }) => data['user_id'] === ada.id).length, 1);
  });

  it('checks no one in under an Idempotency-Key that belongs to another request', async () => {
    const [ada, bea] = [await expected(), await expected()];
    const scanOf = (person: Person) => ({
      scans: [
        { nonce: nonce(), shift_id: running, action: 'checkin', at: minutesAgo(2), user_id: person.id },
      ],
    });
    const upload = (body: object) =>
      as(world.desk.token).post('/attendance/scans', body, { 'idempotency-key': 'scans-1' });
    const first = scanOf(ada);
    const results = expect200(await upload(first));
    assertRefused(await upload(scanOf(bea)), 422, 'idempotency_mismatch');
    const { attendance } = expect200(await checkIn(world.desk, running, { user_id: bea.id }));
    assert.notEqual(attendance.method, 'offline_desk');
    assert.deepEqual(expect200(await upload(first)), results);
  });

  it('can’t check people in for another organization', async () => {
    const other = await world.organization(world.desk, 'Elsewhere');
    const ada = await expected();
    const scan = { nonce: nonce(), shift_id: running, action: 'checkin', at: minutesAgo(1), user_id: ada.id };
    const answer = await as(world.desk.token).post('/attendance/scans', {
      organization_id: other,
      scans: [scan],
    });
    assert.equal(expect200(answer).items[0].error.code, 'not_found');
    assertRefused(await send([scan]), 400, 'organization_required');
    assertRefused(await send([scan], await volunteer()), 403, 'forbidden');
  });

  it('was never answered 500', () => assert.deepEqual(world.errors, []));
});
