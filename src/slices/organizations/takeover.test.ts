import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, openSession, type Person, password, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as } = muster;
const owner = await muster.person('Olga Owner');
const organization = await muster.organization(owner, 'Harbor Kitchen');
const path = `/organizations/${organization}`;

const remove = async (person: Person) => {
  assert.equal((await as(owner.token).del(`${path}/members/${person.id}`)).status, 204);
};
const demote = async (person: Person, role = 'coordinator') => {
  expect200(await as(owner.token).patch(`${path}/members/${person.id}`, { role }));
};
const erase = async (person: Person) => {
  assert.equal((await as(person.token).del('/me', { password })).status, 204);
};
const leave = async (person: Person) => {
  expect200(await as(person.token).post(`${path}/leave`));
};
const departures = { removed: remove, demoted: demote, erased: erase, leaving: leave };

const listed = async (kind: 'invitations' | 'api-keys', id: number) => {
  const { items } = expect200(await as(owner.token).get(`${path}/${kind}?limit=200`));
  return items.find((item: { id: number }) => item.id === id);
};
const accept = async (token: string) =>
  as((await muster.person()).token).post('/invitations/accept', { token });

describe('an admin who is gone', () => {
  for (const [name, goes] of Object.entries(departures))
    it(`keeps no way in (${name}): keys and invitations stop on every process, and the others see them`, async () => {
      const ada = await muster.member(organization, 'admin');
      const other = await muster.second();
      const key = expect200(
        await as(ada.token).post(`${path}/api-keys`, { name: 'Importer', scopes: ['members'] }),
      );
      const invitation = expect200(await as(ada.token).post(`${path}/invitations`, { role: 'admin' }));
      expect200(await other.as(key.key).get(`${path}/members`));

      await goes(ada);

      for (const app of [muster, other]) {
        const refused = await app.as(key.key).get(`${path}/members`);
        assertRefused(refused, 401, 'unauthenticated');
        assert.equal(refused.body.errors[0].code, 'api_key_suspended');
      }
      const refused = await accept(invitation.token);
      assertRefused(refused, 400, 'token_invalid');
      assert.equal(refused.body.errors[0].code, 'suspended');
      const orphan = await listed('api-keys', key.id);
      assert.deepEqual([orphan.needs_takeover, orphan.created_by], [true, ada.id]);
      assert.ok(orphan.suspended_at && orphan.takeover_until > orphan.suspended_at);
      const open = await listed('invitations', invitation.id);
      assert.deepEqual([open.status, open.needs_takeover, open.created_by], ['suspended', true, ada.id]);
    });

  it('is reported to the remaining admins at once, in their language', async () => {
    const club = await muster.organization(owner, 'Reading Club');
    const [ada, anna] = [await muster.member(club, 'admin'), await muster.member(club, 'admin')];
    expect200(await as(anna.token).patch('/me', { language: 'de' }));
    await as(ada.token).post(`/organizations/${club}/api-keys`, { name: 'Importer', scopes: ['members'] });
    await as(ada.token).post(`/organizations/${club}/invitations`, { email: 'new@example.org' });
    assert.equal((await as(owner.token).del(`/organizations/${club}/members/${ada.id}`)).status, 204);
    const mails = await muster.deliverMail();
    const to = (person: Person) =>
      mails.filter(
        (mail) =>
          mail.to === person.email &&
          /(Review access to|Prüfe den Zugriff auf) Reading Club/.test(mail.subject),
      );
    assert.deepEqual([to(owner).length, to(anna).length, to(ada).length], [1, 1, 0]);
    assert.match(to(owner)[0]?.text ?? '', /new@example\.org.*\/manage\/api-keys/s);
    assert.equal(to(anna)[0]?.subject, 'Prüfe den Zugriff auf Reading Club');
  });

  it('is not named in an email that waits while they delete their account, nor is anyone they invited', async () => {
    const club = await muster.organization(owner, 'Rowing Club');
    const [ada, eve] = [await muster.member(club, 'admin'), await muster.person()];
    expect200(await as(ada.token).patch('/me', { name: 'Ada Quagga' }));
    await as(ada.token).post(`/organizations/${club}/api-keys`, { name: 'Importer', scopes: ['members'] });
    for (const email of [eve.email, 'new@example.org'])
      await as(ada.token).post(`/organizations/${club}/invitations`, { email });
    await muster.deliverMail();
    const stopped = async () => {
      const mails = await muster.deliverMail();
      return mails
        .filter(({ subject }) => subject === 'Review access to Rowing Club')
        .map(({ text }) => text);
    };
    assert.equal((await as(owner.token).del(`/organizations/${club}/members/${ada.id}`)).status, 204);
    assert.equal((await as(ada.token).del('/me', { password })).status, 204);
    const [text = '', ...more] = await stopped();
    assert.deepEqual(more, []);
    assert.match(text, /Someone can no longer manage access to Rowing Club/);
    assert.match(text, /API key: Importer.*Invitation: Volunteer/s);
    assert.doesNotMatch(text, /Quagga|example\.org/);

    const bob = await muster.member(club, 'admin');
    await as(bob.token).post(`/organizations/${club}/invitations`, { email: eve.email });
    await muster.deliverMail();
    assert.equal((await as(bob.token).del('/me', { password })).status, 204);
    assert.equal((await as(eve.token).del('/me', { password })).status, 204);
    const [last = ''] = await stopped();
    assert.match(last, /deleted their account.*Invitation: Volunteer/s);
    assert.ok(!last.includes(eve.email));
  });

  it('does not get them back with the role', async () => {
    const ada = await muster.member(organization, 'admin');
    const key = await muster.apiKey(ada, organization, ['members']);
    await demote(ada);
    await demote(ada, 'admin');
    assertRefused(await as(key).get(`${path}/members`), 401, 'unauthenticated');
  });

  it('who was racing to make a key or an invitation has none that works', async () => {
    for (const kind of ['api-keys', 'invitations'] as const) {
      const ada = await muster.member(organization, 'admin');
      const body = kind === 'api-keys' ? { name: 'Late', scopes: ['members'] } : {};
      const other = await muster.second();
      const [, ...made] = await Promise.all([
        remove(ada),
        ...Array.from({ length: 6 }, (_, index) =>
          (index % 2 ? muster : other).as(ada.token).post(`${path}/${kind}`, body),
        ),
      ]);
      for (const { status, body: created } of made)
        if (status === 200) assert.equal((await listed(kind, created.id)).needs_takeover, true);
    }
  });

  it('and another who remove each other at the same moment do not both succeed', async () => {
    const [ada, bob] = [
      await muster.member(organization, 'admin'),
      await muster.member(organization, 'admin'),
    ];
    const other = await muster.second();
    const answers = await Promise.all([
      as(ada.token).del(`${path}/members/${bob.id}`),
      other.as(bob.token).del(`${path}/members/${ada.id}`),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404]);
  });
});

describe('an owner who becomes an admin', () => {
  it('keeps keys and ordinary invitations, and loses those to the role that they may no longer give', async () => {
    const ada = await muster.member(organization, 'owner');
    const key = await muster.apiKey(ada, organization, ['members']);
    const [high, low] = [
      expect200(await as(ada.token).post(`${path}/invitations`, { role: 'owner' })),
      expect200(await as(ada.token).post(`${path}/invitations`, { role: 'admin' })),
    ];
    await demote(ada, 'admin');
    expect200(await as(key).get(`${path}/members`));
    assertRefused(await accept(high.token), 400, 'token_invalid');
    assertRefused(await as(ada.token).post(`${path}/invitations/${high.id}/take-over`), 403, 'forbidden');
    expect200(await accept(low.token));
  });
});

describe('taking over', () => {
  it('gives a key a new secret and another owner; the old secret stays dead', async () => {
    const ada = await muster.member(organization, 'admin');
    const made = expect200(
      await as(ada.token).post(`${path}/api-keys`, { name: 'Importer', scopes: ['members'] }),
    );
    const takeOver = () => as(owner.token).post(`${path}/api-keys/${made.id}/take-over`);
    assertRefused(await takeOver(), 409, 'conflict');
    await remove(ada);
    const answers = await Promise.all([takeOver(), takeOver()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const taken = answers.find(({ status }) => status === 200)?.body;
    assert.deepEqual(
      [taken.id, taken.scopes, taken.created_by, taken.needs_takeover, taken.suspended_at],
      [made.id, ['members'], owner.id, false, null],
    );
    expect200(await as(taken.key).get(`${path}/members`));
    assertRefused(await as(made.key).get(`${path}/members`), 401, 'unauthenticated');
    const { items } = expect200(
      await as(owner.token).get(`/audit?organization_id=${organization}&action=api_key.taken_over`),
    );
    assert.deepEqual(items[0].before, { created_by: ada.id });
  });

  it('mails an invitation again under a new link', async () => {
    const ada = await muster.member(organization, 'admin');
    const invited = await muster.person();
    const made = expect200(
      await as(ada.token).post(`${path}/invitations`, { email: invited.email, expires_in_days: 3 }),
    );
    await remove(ada);
    const taken = expect200(await as(owner.token).post(`${path}/invitations/${made.id}/take-over`));
    assert.equal(taken.status, 'open');
    const mails = (await muster.deliverMail()).filter(({ to }) => to === invited.email);
    assert.ok(mails.some(({ text }) => text.includes(taken.token)));
    const join = (token: string) => as(invited.token).post('/invitations/accept', { token });
    assertRefused(await join(made.token), 400, 'token_invalid');
    expect200(await join(taken.token));
  });

  it('is possible for thirty days; then they have ended', async () => {
    const ada = await muster.member(organization, 'admin');
    const key = expect200(await as(ada.token).post(`${path}/api-keys`, { name: 'Old', scopes: ['members'] }));
    const invitation = expect200(await as(ada.token).post(`${path}/invitations`, { expires_in_days: 90 }));
    await remove(ada);
    const later = await muster.second();
    later.setAhead({ hours: 24 * 30 + 1 });
    const { token } = await openSession(later.platform, owner.id);
    for (const item of [`api-keys/${key.id}`, `invitations/${invitation.id}`])
      assertRefused(await later.as(token).post(`${path}/${item}/take-over`), 409, 'conflict');
    const { items } = expect200(await later.as(token).get(`${path}/invitations`));
    assert.deepEqual([items[0].status, items[0].needs_takeover], ['expired', false]);
  });

  it('is not possible for what was revoked, and revoking works for what was suspended', async () => {
    const ada = await muster.member(organization, 'admin');
    const key = expect200(
      await as(ada.token).post(`${path}/api-keys`, { name: 'Unwanted', scopes: ['members'] }),
    );
    const invitation = expect200(await as(ada.token).post(`${path}/invitations`));
    await remove(ada);
    for (const item of [`api-keys/${key.id}`, `invitations/${invitation.id}`]) {
      assert.equal((await as(owner.token).del(`${path}/${item}`)).status, 204);
      assertRefused(await as(owner.token).post(`${path}/${item}/take-over`), 409, 'conflict');
    }
    assert.equal((await listed('api-keys', key.id)).needs_takeover, false);
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
