import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { listenLive } from '#test/live.ts';
import { assertRefused, expect200, openSession, type Person, password, peopleApp } from '#test/people.ts';

const limits = { MUSTER_LIVE_PER_CALLER: '3', MUSTER_LIVE_PER_ADDRESS: '5' };
const muster = await peopleApp();
/** Streams are open at another process than the one where someone loses a right. */
const elsewhere = await muster.second();
const address = await elsewhere.app.listen({ port: 0, host: '127.0.0.1' });
const owner = await muster.person();
const organization = await muster.organization(owner);
const asOwner = muster.as(owner.token);
const memberPath = (person: Person) => `/organizations/${organization}/members/${person.id}`;

/** Opens a stream at the other process, knows that its feed listens, and waits for its end after `act`. */
async function endsAfter(
  token: string,
  act: () => Promise<{ status: number; body: unknown }>,
): Promise<void> {
  const stream = await listenLive(address, token);
  const { status, body } = await act();
  assert.ok(status < 300, JSON.stringify(body));
  // A stream that no one ends lives for minutes, longer than a test may.
  await stream.ended;
}

/** What every process receives while this runs. */
async function announcedBy(act: () => Promise<void>): Promise<string[]> {
  const client = new pg.Client({ connectionString: muster.database.url });
  await client.connect();
  const payloads: string[] = [];
  client.on('notification', ({ payload = '' }) => payloads.push(payload));
  await client.query('listen muster_access');
  await act();
  // Answers come in order: whatever was announced before is here when this is.
  await client.query('select 1');
  await client.end();
  return payloads;
}

describe('a live stream ends at every process', () => {
  it('with the session, and leaves the other sessions of the person alone', async () => {
    const person = await muster.person();
    const second = await openSession(muster.platform, person.id);
    const other = await listenLive(address, second.token);
    let isOver = false;
    void other.ended.then(() => {
      isOver = true;
    });
    await endsAfter(person.token, () => muster.as(person.token).post('/auth/logout'));
    assert.equal(isOver, false);
    await muster.as(second.token).post('/auth/logout');
    await other.ended;
  });

  it('when the password changes', async () => {
    const person = await muster.person();
    const elsewhereLoggedIn = await openSession(muster.platform, person.id);
    await endsAfter(elsewhereLoggedIn.token, () =>
      muster
        .as(person.token)
        .post('/me/password', { current_password: password, new_password: 'another long one' }),
    );
  });

  it('when someone leaves, is removed, or loses a right', async () => {
    const coordinator = await muster.member(organization, 'coordinator');
    await endsAfter(coordinator.token, () => asOwner.patch(memberPath(coordinator), { role: 'volunteer' }));
    await endsAfter(coordinator.token, () => asOwner.del(memberPath(coordinator)));
    const leaver = await muster.member(organization, 'volunteer');
    await endsAfter(leaver.token, () => muster.as(leaver.token).post(`/organizations/${organization}/leave`));
  });

  it('when an API key is revoked', async () => {
    const made = expect200(
      await asOwner.post(`/organizations/${organization}/api-keys`, { name: 'K', scopes: ['shifts'] }),
    ) as { id: number; key: string };
    await endsAfter(made.key, () => asOwner.del(`/organizations/${organization}/api-keys/${made.id}`));
  });

  it('when an API key is suspended because its creator is no longer an admin', async () => {
    const admin = await muster.member(organization, 'admin');
    const made = expect200(
      await muster
        .as(admin.token)
        .post(`/organizations/${organization}/api-keys`, { name: 'K', scopes: ['shifts'] }),
    ) as { id: number; key: string };
    const demote = () => asOwner.patch(memberPath(admin), { role: 'volunteer' });
    // Streams are looked at now and then in any case: that it is announced is what makes it quick.
    const announced = await announcedBy(() => endsAfter(made.key, demote));
    assert.ok(announced.includes(`key:${made.id}`), announced.join());
  });

  it('when the account is erased', async () => {
    const person = await muster.person();
    await endsAfter(person.token, () => muster.as(person.token).del('/me', { password }));
  });
});

describe('live streams', () => {
  it('are limited for each caller and each address, and give their place back', async () => {
    const capped = await peopleApp(limits);
    const url = await capped.app.listen({ port: 0, host: '127.0.0.1' });
    const [vera, wim] = [await capped.person(), await capped.person()];
    const streams = [];
    for (const _ of [1, 2, 3]) streams.push(await listenLive(url, vera.token));
    const refusal = async (token?: string) => {
      const response = await fetch(`${url}/api/v1/live`, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      const headers = Object.fromEntries(response.headers);
      return { status: response.status, headers, body: await response.json() };
    };
    const refused = await refusal(vera.token);
    assertRefused(refused, 429, 'rate_limited');
    assert.ok(Number(refused.headers['retry-after']) > 0);
    for (const _ of [1, 2]) streams.push(await listenLive(url, wim.token));
    assertRefused(await refusal(), 429, 'rate_limited');
    streams[0]?.close();
    // The place is free once the server has seen the connection close.
    while ((await capped.as(vera.token).get('/live')).status !== 200) await new Promise(setImmediate);
  });
});
