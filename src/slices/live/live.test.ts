import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { processDue } from '#app/background.ts';
import { slices } from '#app/slices.ts';
import type { RecordedEvent } from '#kernel/event.ts';
import { mayReceive } from '#platform/live/hint.ts';
import { type LiveMessage, listenLive } from '#test/live.ts';
import { expect200 } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { hintOf } from './commands/announce.ts';

const plan = await planning();
const { muster } = plan;
const elsewhere = await muster.second();
const address = elsewhere.app.listen({ port: 0, host: '127.0.0.1' });
/** At the second process: what happens at the first must arrive there. */
const listen = async (token?: string, query = '') => await listenLive(await address, token, query);
const about = (shiftId: number, type: string) => (message: LiveMessage) =>
  message.data['shift_id'] === shiftId && message.data['type'] === type;
const relay = () => processDue(slices, muster.platform, undefined);

describe('live hints', () => {
  it('announce that spots of a published shift changed, whichever process changed them, without saying who', async () => {
    const stream = await listen();
    await stream.until(({ event }) => event === 'resync');
    const shift = await plan.shift({ capacity: 3 });
    await plan.signUp(await plan.volunteer(), shift);
    await relay();
    const hint = await stream.until(about(shift, 'shift.signup'));
    assert.deepEqual(hint, {
      type: 'shift.signup',
      organization_id: plan.organizationId,
      shift_id: shift,
      mine: false,
    });
  });

  it('tell of drafts and of check-ins only those who may see them, and whom they are about', async () => {
    const vera = await plan.volunteer();
    const [visitor, staff, self] = [await listen(), await listen(plan.owner.token), await listen(vera.token)];
    const draft = await plan.shift({ status: 'draft' });
    const onDraft = await plan.planner.post(`/shifts/${draft}/signups`, {
      user_id: (await plan.volunteer()).id,
      override: { reason: 'They asked early' },
    });
    assert.equal(onDraft.status, 200, JSON.stringify(onDraft.body));
    expect200(await plan.planner.post(`/shifts/${draft}/cancel`));
    const shift = await plan.shift();
    await muster.as(plan.owner.token).post(`/shifts/${shift}/signups`, { user_id: vera.id });
    const checkedIn = await plan.planner.post(`/shifts/${shift}/checkin`, { user_id: vera.id });
    assert.equal(checkedIn.status, 200, JSON.stringify(checkedIn.body));
    await relay();
    await staff.until(about(draft, 'shift.created'));
    await staff.until(about(shift, 'shift.checkin'));
    assert.equal((await self.until(about(shift, 'shift.checkin')))['mine'], true);
    await visitor.until(about(shift, 'shift.created'));
    const types = visitor.messages.map(({ data }) => data['type']);
    assert.ok(!types.includes('shift.checkin'));
    await staff.until(about(draft, 'shift.signup'));
    await staff.until(about(draft, 'shift.cancelled'));
    for (const { messages } of [visitor, self])
      assert.ok(!messages.some(({ data }) => data['shift_id'] === draft));
  });

  it('can be narrowed to one organization, and refuse what is none', async () => {
    const stream = await listen(undefined, `?organization_id=${plan.organizationId + 1}`);
    const wide = await listen();
    const shift = await plan.shift();
    await relay();
    await wide.until(about(shift, 'shift.created'));
    assert.ok(!stream.messages.some(({ event }) => event === 'change'));
    const refused = await fetch(`${await address}/api/v1/live?organization_id=x`);
    assert.equal(refused.status, 400);
    const bad = await fetch(`${await address}/api/v1/live`, {
      headers: { authorization: 'Bearer nonsense' },
    });
    assert.equal(bad.status, 401);
  });

  it('open no stream for HEAD, which is answered at once', async () => {
    const response = await fetch(`${await address}/api/v1/live`, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  });
});

describe('who may receive hints', () => {
  const event = (type: string, data: object): RecordedEvent => ({
    id: 'evt_1',
    type,
    organizationId: 5,
    createdAt: '2026-11-15T09:00:00.000Z',
    data,
  });
  const publicEvents = new Set(slices.flatMap((slice) => slice.publicEvents ?? []).map(({ type }) => type));
  const none: ReadonlySet<number> = new Set();
  const nobody = { userId: null, memberOf: none, staffOf: none, managerOf: none, organizationId: null };

  it('keeps what is not on the board for the organization and the person', () => {
    for (const type of [
      'form.submitted',
      'member.joined',
      'member.left',
      'badge.awarded',
      'shift.no_show',
      'hours.aggregated',
    ]) {
      const hint = hintOf(event(type, { user_id: 7 }), publicEvents);
      assert.equal(mayReceive(nobody, hint), false, type);
      assert.equal(mayReceive({ ...nobody, userId: 8 }, hint), false, type);
      assert.equal(mayReceive({ ...nobody, userId: 7 }, hint), true, type);
      assert.equal(mayReceive({ ...nobody, staffOf: new Set([5]) }, hint), true, type);
      assert.equal(mayReceive({ ...nobody, staffOf: new Set([6]) }, hint), false, type);
    }
  });

  it('keeps attendance from an API key that may only plan', () => {
    const planner = { ...nobody, managerOf: new Set([5]) };
    const hint = hintOf(event('shift.checkin', { shift_id: 3, user_id: 7 }), publicEvents);
    assert.equal(mayReceive(planner, hint), false);
    assert.equal(mayReceive({ ...planner, staffOf: new Set([5]) }, hint), true);
  });

  it('keeps drafts for those who plan, whatever the event and the person', () => {
    const hint = {
      ...hintOf(event('shift.signup', { shift_id: 3, user_id: 7 }), publicEvents),
      audience: 'managers' as const,
    };
    assert.equal(mayReceive({ ...nobody, userId: 7 }, hint), false);
    assert.equal(mayReceive({ ...nobody, staffOf: new Set([5]) }, hint), false);
    assert.equal(mayReceive({ ...nobody, managerOf: new Set([6]) }, hint), false);
    assert.equal(mayReceive({ ...nobody, managerOf: new Set([5]) }, hint), true);
  });
});
