import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, expect200, type Person, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { testSmtp } from '#test/smtp.ts';

const smtp = await testSmtp();
const muster = await peopleApp({ SMTP_URL: smtp.url, MUSTER_DEMO: 'off' });
const { as } = muster;
const plan = await planning(muster);
const { planner, organizationId } = plan;
expect200(await planner.patch(`/organizations/${organizationId}`, { show_coming: true }));
const program_id = await plan.program({ policies: { swap_mode: 'approval' } });

const act = (person: Person, id: number, verb: string): Promise<Answer> =>
  as(person.token).post(`/swaps/${id}/${verb}`);

/** Two people, and the spot of the first that is offered to the second. */
async function offered(fields: object = {}) {
  const [ada, bea] = await plan.volunteers(2);
  assert.ok(ada && bea);
  const shiftId = await plan.shift({ title: 'Soup', ...fields });
  expect200(await plan.signUp(ada, shiftId));
  const body = { email: bea.email, message: 'I have a cold.' };
  const { id } = expect200(await as(ada.token).post(`/shifts/${shiftId}/swaps`, body));
  return { ada, bea, shiftId, id };
}

async function accepted() {
  const swap = await offered({ program_id });
  assert.equal(expect200(await act(swap.bea, swap.id, 'accept')).status, 'accepted');
  return swap;
}

/** The newest notification of someone, which their newest email has as its subject. */
async function news(person: Person): Promise<string | undefined> {
  await muster.deliverMail();
  const { items } = expect200(await as(person.token).get('/me/notifications'));
  const newest = items.find(({ kind }: { kind: string }) => kind === 'swap')?.title;
  if (newest !== undefined)
    assert.ok(
      smtp.to(person.email).some(({ subject }) => subject === newest),
      newest,
    );
  return newest?.replace(/, [^,]*$/, '');
}

const mailTo = ({ email }: Person, about: RegExp) =>
  smtp.to(email).find(({ subject }) => about.test(subject ?? ''));

describe('people who wait for a swap', () => {
  it('read that a spot is offered to them, with the message', async () => {
    const { ada, bea } = await offered();
    assert.match((await news(bea)) ?? '', /^Test V\. offers you a spot: Soup/);
    const mail = mailTo(bea, /offers you a spot/);
    assert.match(mail?.text ?? '', /I have a cold\./);
    assert.equal(await news(ada), undefined);
  });

  it('read that the offer has ended, however it ended', async () => {
    const ends: ((swap: Awaited<ReturnType<typeof offered>>) => Promise<Answer>)[] = [
      ({ ada, id }) => act(ada, id, 'withdraw'),
      ({ ada, shiftId }) => plan.leave(ada, shiftId),
      ({ shiftId }) => planner.post(`/shifts/${shiftId}/cancel`),
      ({ ada }) => as(ada.token).post(`/organizations/${organizationId}/leave`),
      ({ ada, shiftId }) => planner.del(`/shifts/${shiftId}/signups/${ada.id}`),
    ];
    for (const end of ends) {
      const swap = await offered();
      const { status } = await end(swap);
      assert.ok(status < 300, String(end));
      assert.match((await news(swap.bea)) ?? '', /^No longer on offer: Soup/, String(end));
      assert.equal((await act(swap.bea, swap.id, 'accept')).status, 409);
    }
  });

  it('who have accepted are asked again when the shift is moved', async () => {
    const { ada, bea, shiftId, id } = await offered({ program_id });
    assert.match((await news(bea)) ?? '', /offers you a spot/);
    expect200(await act(bea, id, 'accept'));
    const { start_time, end_time } = expect200(await planner.get(`/shifts/${shiftId}`));
    const [start, end] = [start_time, end_time].map((time) => Temporal.Instant.from(time).add({ hours: 2 }));
    expect200(await planner.patch(`/shifts/${shiftId}`, { start_time: `${start}`, end_time: `${end}` }));
    assert.match((await news(bea)) ?? '', /^Please accept again: Soup/);
    assert.match(mailTo(bea, /accept again/)?.text ?? '', /has been moved.+I have a cold\./s);
    assert.equal(await news(ada), undefined);
    assert.equal(expect200(await act(bea, id, 'accept')).status, 'accepted');
  });

  it('who have accepted read it too, also if the person switches', async () => {
    const { ada, bea, shiftId } = await accepted();
    const to = await plan.shift({ program_id }, 80);
    const mission = expect200(await planner.get(`/shifts/${shiftId}`)).mission_id;
    expect200(await planner.patch(`/shifts/${to}`, { mission_id: mission }));
    expect200(await as(ada.token).post(`/shifts/${to}/signups/change`, { current_shift_id: shiftId }));
    assert.match((await news(bea)) ?? '', /^No longer on offer/);
  });

  it('and give their spot away read that they still have it', async () => {
    const [declined, backedOut, left] = [await offered(), await accepted(), await accepted()];
    expect200(await act(declined.bea, declined.id, 'decline'));
    expect200(await act(backedOut.bea, backedOut.id, 'decline'));
    expect200(await as(left.bea.token).post(`/organizations/${organizationId}/leave`));
    for (const { ada, id } of [declined, backedOut, left]) {
      assert.match((await news(ada)) ?? '', /^You still have your spot: Soup/);
      assert.equal((await act(ada, id, 'withdraw')).status, 409);
    }
  });

  it('read both that a coordinator rejected it, once, and not by email if they don’t want that', async () => {
    const { ada, bea, id } = await accepted();
    const notification_preferences = { swap: { email: false } };
    expect200(await as(bea.token).patch('/me', { notification_preferences }));
    const before = smtp.to(bea.email).length;
    expect200(await planner.post(`/swaps/${id}/reject`));
    assert.match((await news(ada)) ?? '', /^Swap not approved/);
    assert.match(mailTo(ada, /not approved/)?.text ?? '', /you still have your spot/);
    const { items } = expect200(await as(bea.token).get('/me/notifications'));
    const titles = items.map(({ title }: { title: string }) => title.split(':')[0]);
    assert.equal(titles.filter((title: string) => title === 'Swap not approved').length, 1);
    assert.equal(smtp.to(bea.email).length, before);
  });
});
