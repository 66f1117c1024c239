import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, type Person, password, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { testSmtp } from '#test/smtp.ts';

const smtp = await testSmtp();
const muster = await peopleApp({
  SMTP_URL: smtp.url,
  MUSTER_DEMO: 'off',
  MUSTER_PUBLIC_URL: 'https://muster.example.org',
});
const { as } = muster;
const plan = await planning(muster);
const path = `/organizations/${plan.organizationId}/messages`;
const english = { language: 'en', subject: 'Gloves', text: 'Please bring gloves.\n\nIt is cold.' };
const german = { language: 'de', subject: 'Handschuhe', text: 'Bring bitte Handschuhe mit.' };
const write = async (body: object) =>
  expect200(await plan.planner.post(path, { texts: [english, german], ...body }));
const subjectsOf = async (person: Person) => {
  await muster.deliverMail();
  return smtp.to(person.email).map(({ subject }) => subject);
};
const statesOf = async (id: number) => {
  const { items } = expect200(await plan.planner.get(`${path}/${id}/recipients`));
  return Object.fromEntries(
    items.map((one: { user_id: number; status: string }) => [one.user_id, one.status]),
  );
};

describe('a message', () => {
  it('reaches each person in their language, and the sender sees what became of it', async () => {
    const [ada, ben, cleo] = await plan.volunteers(3);
    assert.ok(ada && ben && cleo);
    expect200(await as(ben.token).patch('/me', { language: 'de' }));
    expect200(
      await as(cleo.token).patch('/me', { notification_preferences: { shift_message: { email: false } } }),
    );
    const body = { user_ids: [ada.id, ben.id, cleo.id] };
    const preview = await write({ ...body, dry_run: true });
    assert.deepEqual([preview.id, preview.recipients, preview.opted_out], [null, 3, 1]);
    assert.deepEqual(preview.languages, [
      { language: 'de', people: 1, text_language: 'de' },
      { language: 'en', people: 1, text_language: 'en' },
    ]);
    assert.deepEqual(await subjectsOf(ada), []);
    const { id } = await write(body);
    assert.deepEqual(await statesOf(id), { [ada.id]: 'queued', [ben.id]: 'queued', [cleo.id]: 'opted_out' });
    assert.deepEqual(await subjectsOf(ada), ['Gloves']);
    assert.deepEqual(await subjectsOf(ben), ['Handschuhe']);
    assert.deepEqual(await subjectsOf(cleo), []);
    assert.match(
      smtp.to(ada.email)[0]?.text ?? '',
      /sent you this message:\n\nPlease bring gloves\.\n\nIt is cold\./,
    );
    assert.deepEqual(await statesOf(id), { [ada.id]: 'sent', [ben.id]: 'sent', [cleo.id]: 'opted_out' });
    const { items } = expect200(await plan.planner.get(`${path}?user_id=${cleo.id}`));
    assert.deepEqual(
      items.map((one: Record<string, unknown>) => [one['id'], one['sent'], one['opted_out'], one['queued']]),
      [[id, 2, 1, 0]],
    );
    assert.equal(items[0].status, 'opted_out', 'of the person whose messages are listed');
    assert.equal(expect200(await plan.planner.get(path)).items[0].status, null);
  });

  it('waits for no one who has deleted their account', async () => {
    const [ada, ben] = await plan.volunteers(2);
    assert.ok(ada && ben);
    const { id } = await write({ user_ids: [ada.id, ben.id] });
    assert.equal((await as(ada.token).send('DELETE', '/me', { password })).status, 204);
    await subjectsOf(ben);
    assert.deepEqual(await statesOf(id), { [ada.id]: 'failed', [ben.id]: 'sent' });
  });

  it('is shown beforehand as its readers get it, without their links', async () => {
    const [ada, ben] = await plan.volunteers(2);
    assert.ok(ada && ben);
    expect200(await as(ben.token).patch('/me', { language: 'de', name: 'Ben 🦄 {count}' }));
    const braces = { ...german, text: 'Wer {name} ist, kommt.\nBitte {pünktlich}!' };
    const shift_id = await plan.shift({ title: 'Soup', location: 'Pier 3' });
    const body = { user_ids: [ada.id, ben.id], shift_id, texts: [english, braces] };
    const { emails } = await write({ ...body, dry_run: true });
    assert.deepEqual(
      emails.map(({ language, subject }: Record<string, string>) => [language, subject]),
      [
        ['en', 'Gloves'],
        ['de', 'Handschuhe'],
      ],
    );
    const { text, name } = emails[1];
    assert.equal(name, 'Ben 🦄 {count}');
    assert.match(text, /^Hallo Ben 🦄 \{count\}!\n\n.+ schreibt dir zu deiner Schicht:\n\nWer \{name\} ist/);
    assert.match(text, /Schicht: Soup\n(.+\n)*Wo: Pier 3/);
    assert.doesNotMatch(text, /https?:/);
    assert.deepEqual((await write(body)).emails, []);
    await subjectsOf(ben);
    const [mail] = smtp.to(ben.email);
    assert.ok(mail?.text?.startsWith(text), 'what was shown is what is sent');
    assert.match(mail?.html ?? '', /kommt\.<br>\s*Bitte \{pünktlich\}!/);
  });

  it('is read in the first language by people who have no text in theirs', async () => {
    const [ada, ben] = await plan.volunteers(2);
    assert.ok(ada && ben);
    expect200(await as(ben.token).patch('/me', { language: 'de' }));
    const { languages } = await write({ user_ids: [ada.id, ben.id], texts: [english] });
    assert.deepEqual(languages, [
      { language: 'de', people: 1, text_language: 'en' },
      { language: 'en', people: 1, text_language: 'en' },
    ]);
    assert.deepEqual([await subjectsOf(ada), await subjectsOf(ben)], [['Gloves'], ['Gloves']]);
    const { items } = expect200(await as(ben.token).get('/me/notifications'));
    assert.equal(items[0].title, 'Gloves');
  });

  it('goes to a shift, to one of its roles, to a program, or to everybody', async () => {
    const fresh = await planning(muster);
    const at = `/organizations/${fresh.organizationId}/messages`;
    const count = async (target: object) => {
      const body = { texts: [english], dry_run: true, ...target };
      return expect200(await fresh.planner.post(at, body)).recipients;
    };
    const [ada, ben] = await fresh.volunteers(3);
    assert.ok(ada && ben);
    const roles = [{ key: 'driver', name: 'Driver' }];
    const shift_id = await fresh.shift({ roles });
    expect200(await fresh.signUp(ada, shift_id, { role_key: 'driver' }));
    expect200(await fresh.signUp(ben, shift_id));
    const shift = expect200(await fresh.planner.get(`/shifts/${shift_id}`));
    assert.equal(await count({ shift_id }), 2);
    assert.equal(await count({ shift_id, role_id: shift.roles[0].id }), 1);
    assert.equal(await count({ shift_id, statuses: ['waitlisted'] }), 0);
    assert.equal(await count({ program_id: shift.program_id }), 2);
    // The owner is a member too.
    assert.equal(await count({ everybody: true }), 4);
    const [role] = shift.roles;
    expect200(await fresh.planner.post(at, { texts: [english], shift_id, role_id: role.id }));
    for (const body of [
      { shift_id, role_id: role.id + 1_000 },
      { everybody: true, role_id: role.id },
      { user_ids: [ada.id], shift_id, role_id: role.id },
      { everybody: true, statuses: ['waitlisted'] },
    ])
      assertRefused(await fresh.planner.post(at, { texts: [english], ...body }), 400, 'validation_failed');
    expect200(await fresh.planner.post(at, { texts: [english], shift_id }));
    expect200(await fresh.planner.post(at, { texts: [english], shift_id, user_ids: [ada.id] }));
    const { items } = expect200(await fresh.planner.get(`${at}?shift_id=${shift_id}`));
    assert.deepEqual(
      items.map((one: Record<string, unknown>) => [one['audience'], one['role_name'], one['recipients']]),
      [
        ['people', null, 1],
        ['shift', null, 2],
        ['shift', 'Driver', 1],
      ],
    );
  });

  it('goes to everyone in a filter, and is listed with its name', async () => {
    const fresh = await planning(muster);
    const here = `/organizations/${fresh.organizationId}`;
    const [ada, ben, cleo] = await fresh.volunteers(3);
    assert.ok(ada && ben && cleo);
    const { id: tag } = expect200(await fresh.planner.post(`${here}/tags`, { name: 'Drivers' }));
    const tagged = { user_ids: [ada.id, ben.id], add: [tag] };
    expect200(await fresh.planner.post(`${here}/members/tags`, tagged));
    const saved = { name: 'All drivers', filter: { tag_id: tag } };
    const { id: filter_id } = expect200(await fresh.planner.post(`${here}/people-filters`, saved));
    const send = (body: object) => fresh.planner.post(`${here}/messages`, { texts: [english], ...body });
    const preview = expect200(await send({ filter_id, dry_run: true }));
    assert.equal(preview.recipients, 2);
    const names = (await Promise.all([ada, ben].map(({ token }) => as(token).get('/me')))).map(
      (answer) => expect200(answer).name as string,
    );
    assert.deepEqual(
      preview.preview.map(({ name, status }: Record<string, string>) => [name, status]),
      names.toSorted().map((name) => [name, 'reached']),
    );
    const sent = expect200(await send({ filter_id }));
    assert.deepEqual([sent.recipients, sent.preview], [2, []]);
    assert.deepEqual([await subjectsOf(ada), await subjectsOf(cleo)], [['Gloves'], []]);
    const unsaved = expect200(await send({ filter: { without_tag_id: tag, role: 'volunteer' } }));
    assert.equal(unsaved.recipients, 1);
    const without = { name: 'Others', filter: { without_tag_id: tag } };
    const { id: others } = expect200(await fresh.planner.post(`${here}/people-filters`, without));
    assert.equal((await fresh.planner.del(`${here}/tags/${tag}`)).status, 204);
    const outdated = await send({ filter_id: others });
    assertRefused(outdated, 400, 'validation_failed');
    assert.match(JSON.stringify(outdated.body), /uses a tag that no longer exists/);
    const own = `${here}/people-filters/${filter_id}`;
    expect200(await fresh.planner.patch(own, { name: 'Renamed' }));
    const { items } = expect200(await fresh.planner.get(`${here}/messages`));
    assert.deepEqual(
      items.map((one: Record<string, unknown>) => [one['audience'], one['filter_id'], one['filter_name']]),
      [
        ['filter', null, null],
        ['filter', filter_id, 'All drivers'],
      ],
    );
    const audit = expect200(
      await fresh.planner.get(`/audit?organization_id=${fresh.organizationId}&action=message.sent`),
    );
    assert.equal(audit.items[1].after.filter_name, 'All drivers');
    const notFound = async (answer: ReturnType<typeof send>) => {
      const refused = await answer;
      assertRefused(refused, 400, 'validation_failed');
      assert.match(JSON.stringify(refused.body), /Saved filter not found/);
    };
    const other = await muster.member(fresh.organizationId, 'coordinator');
    await notFound(as(other.token).post(`${here}/messages`, { texts: [english], filter_id }));
    await notFound(plan.planner.post(path, { texts: [english], filter_id }));
    assert.equal((await fresh.planner.del(own)).status, 204);
    await notFound(send({ filter_id }));
    assertRefused(await send({ filter: {} }), 400, 'validation_failed');
    assertRefused(await send({ filter: { q: ' ' } }), 400, 'validation_failed');
    assertRefused(await send({ filter: { shoe_size: 42 } }), 400, 'validation_failed');
    assertRefused(await send({ filter: { role: 'volunteer' }, filter_id }), 400, 'validation_failed');
  });

  it('names exactly one kind of recipients, and none of another organization', async () => {
    const elsewhere = await planning(muster);
    const shift_id = await elsewhere.shift();
    const send = (body: object) => plan.planner.post(path, { texts: [english], ...body });
    for (const body of [
      {},
      { everybody: true, user_ids: [1] },
      { everybody: true, texts: [english, english] },
    ])
      assertRefused(await send(body), 400, 'validation_failed');
    assertRefused(await send({ shift_id }), 403, 'forbidden');
    assertRefused(await send({ program_id: elsewhere.programId }), 400, 'validation_failed');
    const stranger = await muster.person();
    assert.equal((await write({ user_ids: [stranger.id] })).recipients, 0);
    const { id } = await elsewhere.planner
      .post(`/organizations/${elsewhere.organizationId}/messages`, { texts: [english], everybody: true })
      .then(expect200);
    assertRefused(await plan.planner.get(`${path}/${id}/recipients`), 404, 'not_found');
  });

  it('to someone who leaves is not sent', async () => {
    const ada = await plan.volunteer();
    const { id } = await write({ user_ids: [ada.id] });
    expect200(await as(ada.token).post(`/organizations/${plan.organizationId}/leave`));
    assert.deepEqual(await subjectsOf(ada), []);
    assert.deepEqual(await statesOf(id), { [ada.id]: 'failed' });
  });
});

describe('templates of messages', () => {
  const templates = `/organizations/${plan.organizationId}/message-templates`;

  it('are kept by name, changed and deleted', async () => {
    const { id } = expect200(await plan.planner.post(templates, { name: 'Gloves', texts: [english] }));
    assertRefused(await plan.planner.post(templates, { name: 'gloves', texts: [english] }), 409, 'conflict');
    const twice = { name: 'Twice', texts: [english, english] };
    assertRefused(await plan.planner.post(templates, twice), 400, 'validation_failed');
    expect200(await plan.planner.post(templates, { name: 'Boots', texts: [english] }));
    const changed = { name: 'Warm clothes', texts: [english, german] };
    expect200(await plan.planner.send('PUT', `${templates}/${id}`, changed));
    const log = `/audit?organization_id=${plan.organizationId}&action=message_template.changed`;
    const [{ before, after }] = expect200(await plan.planner.get(log)).items;
    assert.deepEqual([before, after], [{ name: 'Gloves' }, { name: changed.name }]);
    assertRefused(
      await plan.planner.send('PUT', `${templates}/${id}`, { ...changed, name: 'BOOTS' }),
      409,
      'conflict',
    );
    const names = async () =>
      expect200(await plan.planner.get(templates)).items.map(({ name }: { name: string }) => name);
    assert.deepEqual(await names(), ['Boots', 'Warm clothes']);
    assert.equal((await plan.planner.del(`${templates}/${id}`)).status, 204);
    assert.deepEqual(await names(), ['Boots']);
    assertRefused(await plan.planner.del(`${templates}/${id}`), 404, 'not_found');
  });
});
