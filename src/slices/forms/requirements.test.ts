import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const { token } = await muster.member(organization, 'coordinator');
const post = async (path: string, body: object = {}) => expect200(await as(token).post(path, body));

const schema = { type: 'object', properties: { agreed: { const: true } }, required: ['agreed'] };
const form = (fields: object = {}) =>
  post('/forms', { title: 'House rules', schema, status: 'published', ...fields });

async function shiftThatAsksFor(forms: number[], fields: object = {}): Promise<number> {
  const mission = await post('/missions', { name: 'M', requirements: { forms } });
  const program = await post('/programs', { name: 'P', default_mission_id: mission.id });
  const start = Temporal.Now.instant().add({ hours: 72 });
  const times = { start_time: start.toString(), end_time: start.add({ hours: 2 }).toString() };
  return (await post('/shifts', { program_id: program.id, ...times, ...fields })).id;
}

describe('a mission that asks for forms', () => {
  it('names the missing one with its link, and lets whoever has submitted it sign up', async () => {
    const { id } = await form();
    const shift = await shiftThatAsksFor([id]);
    const vera = as((await muster.member(organization, 'volunteer')).token);
    const refused = await vera.post(`/shifts/${shift}/signups`, {});
    assertRefused(refused, 412, 'requirements_incomplete');
    const [missing] = refused.body.errors;
    const remedy = { rel: 'form', href: `/forms/${id}` };
    assert.deepEqual(
      [missing.path, missing.code, missing.params.form_name, missing.remedy],
      [`requirements.forms.${id}`, 'missing_form', 'House rules', remedy],
    );
    const { reasons } = expect200(await vera.get(`/shifts/${shift}/eligibility`));
    assert.deepEqual(reasons[0].remedy, remedy);
    assertRefused(await vera.post(`/forms/${id}/submissions`, { answers: {} }), 400, 'validation_failed');
    assertRefused(await vera.post(`/shifts/${shift}/signups`, {}), 412, 'requirements_incomplete');
    expect200(await vera.post(`/forms/${id}/submissions`, { answers: { agreed: true } }));
    assert.equal(expect200(await vera.get(`/shifts/${shift}/eligibility`)).eligible, true);
    const { registration } = expect200(await vera.post(`/shifts/${shift}/signups`, {}));
    assert.equal(registration.status, 'active');
  });

  it('asks again after a new version only where the form says so', async () => {
    const [kept, renewed] = [await form(), await form({ renew_on_new_version: true })];
    const vera = as((await muster.member(organization, 'volunteer')).token);
    for (const { id } of [kept, renewed]) {
      expect200(await vera.post(`/forms/${id}/submissions`, { answers: { agreed: true } }));
      expect200(await as(token).patch(`/forms/${id}`, { ui: { order: ['agreed'] } }));
    }
    const refused = await vera.post(`/shifts/${await shiftThatAsksFor([kept.id, renewed.id])}/signups`, {});
    assert.deepEqual(
      refused.body.errors.map(({ path }: { path: string }) => path),
      [`requirements.forms.${renewed.id}`],
    );
    expect200(await vera.post(`/forms/${renewed.id}/submissions`, { answers: { agreed: true } }));
    expect200(await vera.post(`/shifts/${await shiftThatAsksFor([kept.id, renewed.id])}/signups`, {}));
  });

  it('does not take another person’s submission, nor ask for a form of another organization', async () => {
    const { id } = await form();
    const shift = await shiftThatAsksFor([id]);
    const [vera, amir] = [
      await muster.member(organization, 'volunteer'),
      await muster.member(organization, 'volunteer'),
    ];
    expect200(await as(vera.token).post(`/forms/${id}/submissions`, { answers: { agreed: true } }));
    assertRefused(await as(amir.token).post(`/shifts/${shift}/signups`, {}), 412, 'requirements_incomplete');
    const stranger = await muster.person();
    const elsewhere = await muster.organization(stranger, 'Elsewhere');
    const { id: secret } = expect200(
      await as(stranger.token).post('/forms', { title: 'Secret plan', schema, organization_id: elsewhere }),
    );
    const refused = await as(token).post('/missions', { name: 'M', requirements: { forms: [secret] } });
    assertRefused(refused, 400, 'validation_failed');
    assert.doesNotMatch(JSON.stringify(refused.body), /Secret plan/);
  });

  it('fills a freed spot with the next in line who has submitted it', async () => {
    const { id } = await form({ renew_on_new_version: true });
    const shift = await shiftThatAsksFor([id], { capacity: 1, waitlist_capacity: 5 });
    const people = [];
    for (let count = 0; count < 3; count += 1) {
      const { token: each } = await muster.member(organization, 'volunteer');
      expect200(await as(each).post(`/forms/${id}/submissions`, { answers: { agreed: true } }));
      expect200(await as(each).post(`/shifts/${shift}/signups`, {}));
      people.push(as(each));
    }
    const [first, , third] = people;
    // The second in line does not submit the new version.
    expect200(await as(token).patch(`/forms/${id}`, { ui: { order: ['agreed'] } }));
    expect200((await third?.post(`/forms/${id}/submissions`, { answers: { agreed: true } })) as never);
    assert.equal((await first?.del(`/shifts/${shift}/signups`))?.status, 204);
    const mine = await Promise.all(people.map((each) => each.get('/me/registrations')));
    assert.deepEqual(
      mine.map(({ body }) => body.items[0]?.status),
      [undefined, 'waitlisted', 'active'],
    );
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
