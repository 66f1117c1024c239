import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, type Person, password, peopleApp, refusedFields } from '#test/people.ts';
import { fulfilmentOf } from './sql/fulfilment.ts';

const muster = await peopleApp({ MUSTER_RATE_LIMIT: 'on' });
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const { token } = await muster.member(organization, 'coordinator');
const someone = () => muster.member(organization, 'volunteer');

const schema = {
  type: 'object',
  properties: { age: { type: 'integer', minimum: 16 }, name: { type: 'string', maxLength: 50 } },
  required: ['age'],
};
const form = async (body: object = {}): Promise<{ id: number; version: number }> =>
  expect200(await as(token).post('/forms', { title: 'About you', status: 'published', schema, ...body }));
const submit = (id: number, person: Person, answers: unknown = { age: 20 }) =>
  as(person.token).post(`/forms/${id}/submissions`, { answers });
const list = async (id: number, query = '') =>
  expect200(await as(token).get(`/forms/${id}/submissions?${query}`)).items as {
    id: number;
    user_id: number;
    form_version: number;
    answers: Record<string, unknown> | null;
  }[];

describe('a submission', () => {
  it('is kept with the version it answers, and read by its sender and those who manage forms', async () => {
    const { id } = await form();
    const vera = await someone();
    const { success, submission } = expect200(await submit(id, vera, { name: 'Vera', age: 33, more: [1] }));
    assert.equal(success, true);
    const { id: submissionId, submitted_at, ...rest } = submission;
    assert.deepEqual(rest, {
      form_id: id,
      form_version: 1,
      user_id: vera.id,
      answers: { name: 'Vera', age: 33, more: [1] },
      address: null,
    });
    assert.match(submitted_at, /^\d{4}-.*Z$/);
    for (const who of [vera.token, token, owner.token])
      assert.deepEqual(expect200(await as(who).get(`/submissions/${submissionId}`)), submission);
    assertRefused(await as((await someone()).token).get(`/submissions/${submissionId}`), 403, 'forbidden');
    assertRefused(
      await as((await muster.person()).token).get(`/submissions/${submissionId}`),
      404,
      'not_found',
    );
    const mine = expect200(await as(vera.token).get('/me/submissions')).items;
    assert.deepEqual(mine, [{ ...submission, organization_id: organization, form_title: 'About you' }]);
    expect200(await as(token).patch(`/forms/${id}`, { schema: { ...schema, required: [] } }));
    assert.equal(expect200(await as(vera.token).get(`/submissions/${submissionId}`)).form_version, 1);
  });

  it('with errors is refused, each by its field', async () => {
    const { id } = await form();
    const bad = await submit(id, await someone(), { age: 3, name: 'x'.repeat(51) });
    assertRefused(bad, 400, 'validation_failed');
    assert.deepEqual(refusedFields(bad).sort(), ['answers.age', 'answers.name']);
    const none = await submit(id, await someone(), {});
    assert.deepEqual(none.body.errors, [
      { path: 'answers.age', code: 'required', message: 'This field is required.', params: {} },
    ]);
    assert.deepEqual(refusedFields(await submit(id, await someone(), [])), ['answers']);
    assert.deepEqual(refusedFields(await as(token).post(`/forms/${id}/submissions`, {})), ['answers']);
    assert.equal((await list(id)).length, 0);
  });

  it('needs a form that is published', async () => {
    const { id } = await form({ status: 'draft' });
    const vera = await someone();
    assertRefused(await submit(id, vera), 404, 'not_found');
    assertRefused(await submit(id, await muster.person()), 404, 'not_found');
    const answers = { answers: {} };
    assertRefused(await as(token).post(`/forms/${id}/submissions`, answers), 409, 'conflict');
    expect200(await as(token).post(`/forms/${id}/archive`));
    assertRefused(await submit(id, vera), 404, 'not_found');
    expect200(await as(token).post(`/forms/${id}/restore`));
    expect200(await as(token).post(`/forms/${id}/publish`));
    expect200(await submit(id, vera));
    expect200(await as(token).post(`/forms/${id}/archive`));
    assertRefused(await submit(id, vera), 409, 'conflict');
    assert.equal(
      expect200(await as(vera.token).get(`/forms/${id}`)).status,
      'archived',
      'who has answered sees it',
    );
    assertRefused(await submit(999_999, vera), 404, 'not_found');
  });

  it('makes the sender a member of an open organization, and not of others', async () => {
    const { id } = await form();
    const newcomer = await muster.person();
    assertRefused(await submit(id, newcomer), 403, 'forbidden');
    const open = await muster.organization(owner, 'Open');
    expect200(await as(owner.token).patch(`/organizations/${open}`, { join_rule: 'open' }));
    const { id: theirs } = expect200(
      await as(owner.token).post('/forms', {
        title: 'x',
        schema,
        status: 'published',
        organization_id: open,
      }),
    );
    assertRefused(await submit(theirs, newcomer, { age: 3 }), 400, 'validation_failed');
    assert.deepEqual(expect200(await as(newcomer.token).get('/organizations')).items, []);
    expect200(await submit(theirs, newcomer));
    assert.equal(expect200(await as(newcomer.token).get('/organizations')).items[0].id, open);
  });

  it('is not kept for a version that its sender has not seen', async () => {
    const { id } = await form({ consent: true });
    const vera = await someone();
    const send = (form_version: number) =>
      as(vera.token).post(`/forms/${id}/submissions`, { answers: { age: 20 }, form_version });
    expect200(await as(token).patch(`/forms/${id}`, { schema: { ...schema, required: [] } }));
    for (const version of [1, 3]) {
      const refused = await send(version);
      assertRefused(refused, 409, 'conflict');
      assert.equal(refused.body.errors[0].code, 'new_version');
    }
    assert.equal((await list(id)).length, 0);
    assert.equal(expect200(await send(2)).submission.form_version, 2);
  });

  it('needs a person', async () => {
    const { id } = await form();
    assertRefused(await as().post(`/forms/${id}/submissions`, { answers: {} }), 401, 'unauthenticated');
    const key = await muster.apiKey(owner, organization, ['forms']);
    assertRefused(await as(key).post(`/forms/${id}/submissions`, { answers: {} }), 403, 'forbidden');
  });

  it('sent twice under one key is kept once', async () => {
    const { id } = await form({ resubmission: 'many' });
    const vera = await someone();
    const send = () =>
      as(vera.token).post(`/forms/${id}/submissions`, { answers: { age: 20 } }, { 'idempotency-key': 'k1' });
    assert.deepEqual((await send()).body, (await send()).body);
    assert.equal((await list(id)).length, 1);
  });

  it('leaves an event and an audit row, neither with the answers', async () => {
    const { id } = await form({ title: 'Told' });
    const vera = await someone();
    const { submission } = expect200(await submit(id, vera, { age: 20, name: 'Secret Word' }));
    const { rows: events } = await sql<{ data: unknown }>`
      select data from events where type = 'form.submitted' and data->>'submission_id' = ${String(submission.id)}
    `.execute(database.db);
    const data = {
      submission_id: submission.id,
      form_id: id,
      form_version: 1,
      user_id: vera.id,
      title: 'Told',
    };
    assert.deepEqual(events, [{ data }]);
    const { rows: audits } = await sql<{ after: unknown }>`
      select after from audit_log where action = 'form.submitted' and object_id = ${submission.id}
    `.execute(database.db);
    assert.deepEqual(audits, [{ after: { form_id: id, form_version: 1, consent: false } }]);
  });
});

describe('a form that is taken', () => {
  it('once refuses the second submission, also of two at once', async () => {
    const { id } = await form({ resubmission: 'once' });
    const vera = await someone();
    const race = await Promise.all([1, 2, 3, 4].map((extra) => submit(id, vera, { age: 20 + extra })));
    assert.deepEqual(race.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    expect200(await as(vera.token).patch('/me', { language: 'de' }));
    const again = await submit(id, vera);
    assertRefused(again, 409, 'conflict');
    assert.equal(again.headers['content-language'], 'de');
    assert.deepEqual(again.body.errors, [
      {
        path: 'form',
        code: 'already_submitted',
        message: 'Du hast dieses Formular schon abgesendet. Das geht nur einmal.',
        params: {},
        remedy: { rel: 'submissions', href: '/me/forms' },
      },
    ]);
    expect200(await submit(id, await someone()));
    assert.equal((await list(id)).length, 2);
    const { rows } = await sql`
      select 1 from events where type = 'form.submitted' and data->>'form_id' = ${String(id)}
    `.execute(database.db);
    assert.equal(rows.length, 2);
  });

  it('once is taken again in a new version only where each version is asked for', async () => {
    const vera = await someone();
    const next = { schema: { ...schema, required: [] } };
    const { id: kept } = await form({ resubmission: 'once' });
    const { id: renewed } = await form({ resubmission: 'once', renew_on_new_version: true });
    for (const id of [kept, renewed]) {
      expect200(await submit(id, vera));
      expect200(await as(token).patch(`/forms/${id}`, next));
    }
    assertRefused(await submit(kept, vera), 409, 'conflict');
    const race = await Promise.all([submit(renewed, vera), submit(renewed, vera)]);
    assert.deepEqual(race.map(({ status }) => status).sort(), [200, 409]);
  });

  it('once refuses people who have submitted it before it was so', async () => {
    const { id } = await form({ resubmission: 'many' });
    const vera = await someone();
    expect200(await submit(id, vera));
    expect200(await as(token).patch(`/forms/${id}`, { resubmission: 'once' }));
    assertRefused(await submit(id, vera), 409, 'conflict');
  });

  it('latest counts the newest and keeps the others', async () => {
    const { id } = await form();
    const [vera, amir] = [await someone(), await someone()];
    for (const age of [20, 21]) expect200(await submit(id, vera, { age }));
    expect200(await submit(id, amir, { age: 50 }));
    assert.deepEqual(
      (await list(id)).map(({ answers }) => answers?.['age']),
      [21, 50],
    );
    assert.equal((await list(id, 'history=true')).length, 3);
  });

  it('many counts each', async () => {
    const { id } = await form({ resubmission: 'many' });
    const vera = await someone();
    for (const age of [20, 21]) expect200(await submit(id, vera, { age }));
    assert.equal((await list(id)).length, 2);
  });

  it('many is taken a hundred times a day, also of several at once', async () => {
    const { id } = await form({ resubmission: 'many' });
    const [vera, amir] = [await someone(), await someone()];
    expect200(await submit(id, vera));
    await sql`
      insert into form_submissions (organization_id, form_id, form_version, user_id, answers, submitted_at)
      select organization_id, form_id, form_version, user_id, answers, submitted_at
      from form_submissions, generate_series(1, 97) where form_id = ${id}
    `.execute(database.db);
    const race = await Promise.all([1, 2, 3, 4].map(() => submit(id, vera)));
    assert.deepEqual(race.map(({ status }) => status).sort(), [200, 200, 409, 409]);
    const refused = await submit(id, vera);
    assert.deepEqual(refused.body.errors[0].code, 'too_many_responses');
    expect200(await submit(id, amir));
    expect200(await submit((await form()).id, vera));
    await sql`
      update form_submissions set submitted_at = ${Temporal.Now.instant().subtract({ hours: 25 })}
      where id = (select min(id) from form_submissions where form_id = ${id})
    `.execute(database.db);
    expect200(await submit(id, vera));
    assertRefused(await submit(id, vera), 409, 'conflict');
  });

  it('as a consent keeps version, time and address', async () => {
    const { id } = await form({ consent: true });
    const { submission } = expect200(await submit(id, await someone()));
    assert.deepEqual([submission.form_version, submission.address], [1, '127.0.0.1']);
    assert.ok(submission.submitted_at);
  });
});

describe('the submissions of a form', () => {
  it('are listed page by page and by person, version and time', async () => {
    const { id } = await form({ resubmission: 'many' });
    const [vera, amir] = [await someone(), await someone()];
    const first = expect200(await submit(id, vera)).submission;
    expect200(await as(token).patch(`/forms/${id}`, { ui: { order: ['name'] } }));
    const second = expect200(await submit(id, amir)).submission;
    const found = async (query: string) => (await list(id, query)).map((one) => one.id);
    assert.deepEqual(await found(''), [first.id, second.id]);
    assert.deepEqual(await found(`user_id=${amir.id}`), [second.id]);
    assert.deepEqual(await found('version=1'), [first.id]);
    assert.deepEqual(await found(`from=${second.submitted_at}`), [second.id]);
    assert.deepEqual(await found(`to=${second.submitted_at}`), [first.id]);
    const page = expect200(await as(token).get(`/forms/${id}/submissions?limit=1`));
    assert.deepEqual(page.items[0].user_email, vera.email);
    const rest = expect200(
      await as(token).get(`/forms/${id}/submissions?limit=1&cursor=${page.next_cursor}`),
    );
    assert.deepEqual([rest.items[0].id, rest.next_cursor], [second.id, null]);
    assertRefused(await as(vera.token).get(`/forms/${id}/submissions`), 403, 'forbidden');
    assertRefused(await as().get(`/forms/${id}/submissions`), 401, 'unauthenticated');
  });

  it('are written as CSV in the order of the form, and no spreadsheet runs them', async () => {
    const properties = {
      hidden: { type: 'string' },
      note: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      address: { type: 'object' },
      ok: { type: 'boolean' },
      '=cmd': { type: 'number' },
    };
    const conditional = { dependentSchemas: { ok: { properties: { reason: { type: 'string' } } } } };
    const { id } = await form({
      resubmission: 'many',
      schema: { type: 'object', properties, ...conditional },
      ui: { order: ['note', 'tags'] },
    });
    const vera = await someone();
    const answers = {
      note: 'a "quote", and\r\na line',
      tags: ['x', 'y'],
      address: { city: 'Ghent' },
      ok: true,
      '=cmd': -1.5,
      reason: '=HYPERLINK("http://evil")',
    };
    expect200(await submit(id, vera, answers));
    expect200(await submit(id, vera, { note: '+1', tags: ['@sum'] }));
    const csv = await as(token).get(`/forms/${id}/submissions?format=csv`);
    assert.equal(csv.status, 200);
    assert.match(csv.headers['content-type'] ?? '', /^text\/csv/);
    const [head, ...lines] = (csv.body as string).split(/\r\n(?=\d|$|i)/);
    assert.match(
      head ?? '',
      /^id,submitted_at,user_id,user_name,user_email,form_version,address,note,tags,hidden,/,
    );
    assert.match(head ?? '', /,address,ok,'=cmd,reason$/);
    assert.match(
      lines[0] ?? '',
      /,"a ""quote"", and\r\na line",x; y,,"{""city"":""Ghent""}",true,-1\.5,"'=HYPERLINK\(""http:\/\/evil""\)"$/,
    );
    assert.match(lines[1] ?? '', /,'\+1,'@sum,,,,,$/);
  });

  it('have a column in CSV for answers whose names the form leaves open', async () => {
    const { id } = await form({
      resubmission: 'many',
      schema: {
        $ref: '#/$defs/a',
        $defs: { a: { properties: { age: {} }, patternProperties: { '^x': {} } } },
      },
    });
    expect200(await submit(id, await someone(), { age: 77, x1: '=1', x2: ['y'] }));
    expect200(await submit(id, await someone(), { age: 78 }));
    const text = (await as(token).get(`/forms/${id}/submissions?format=csv`)).body as string;
    assert.match(
      text,
      /address,age,other_answers\r\n.*,77,"\{""x1"":""=1"",""x2"":\[""y""\]\}"\r\n.*,78,\r\n$/,
    );
  });

  it('of older versions keep their columns in CSV', async () => {
    const { id } = await form({ resubmission: 'many' });
    expect200(await submit(id, await someone(), { age: 77 }));
    const next = { schema: { type: 'object', properties: { city: { type: 'string' } } } };
    expect200(await as(token).patch(`/forms/${id}`, next));
    const text = (await as(token).get(`/forms/${id}/submissions?format=csv`)).body as string;
    assert.match(text, /form_version,address,city,age,name\r\n.*,1,,,77,\r\n$/);
  });

  it('of versions that are long gone are in CSV too', async () => {
    const { id } = await form({ resubmission: 'many' });
    expect200(await submit(id, await someone(), { age: 77 }));
    for (let version = 2; version <= 22; version += 1) {
      const properties = { city: { type: 'string', title: `City ${version}` } };
      expect200(await as(token).patch(`/forms/${id}`, { schema: { type: 'object', properties } }));
    }
    const text = async (query = '') =>
      (await as(token).get(`/forms/${id}/submissions?format=csv${query}`)).body as string;
    assert.match(await text(), /form_version,address,city,other_answers\r\n.*,1,,,"\{""age"":77\}"\r\n$/);
    assert.match(await text('&version=1'), /form_version,address,age,name\r\n.*,1,,77,\r\n$/);
  });
});

describe('a person', () => {
  it('gets what they have answered in their export, and takes it along when they are erased', async () => {
    const { id } = await form({ consent: true, resubmission: 'many' });
    const vera = await someone();
    expect200(await submit(id, vera, { age: 20, name: 'Vera' }));
    const held = expect200(await as(vera.token).get('/me/export'));
    assert.match(JSON.stringify(held), /"answers":\{"age":20,"name":"Vera"\}/);
    const gone = await as(vera.token).del('/me', { password });
    assert.ok(gone.status < 300, JSON.stringify(gone.body));
    const [left, ...others] = await list(id);
    assert.deepEqual([left?.answers, others.length], [null, 0]);
    const { rows } = await sql`
      select 1 from form_submissions where user_id = ${vera.id} and (answers is not null or address is not null)
    `.execute(database.db);
    assert.equal(rows.length, 0);
    const csv = (await as(token).get(`/forms/${id}/submissions?format=csv`)).body as string;
    assert.ok(!csv.includes('Vera'));
  });
});

describe('the door', () => {
  it('tells which forms a person has fulfilled', async () => {
    const [plain, renewed, untouched] = [
      await form({ title: 'Plain' }),
      await form({ title: 'Renewed', renew_on_new_version: true }),
      await form(),
    ];
    const vera = await someone();
    const question = {
      organizationIds: [organization],
      formIds: [plain.id, renewed.id, untouched.id, 999_999],
      userIds: [vera.id],
    };
    const fulfilled = async () =>
      (await fulfilmentOf(database.db, question))
        .filter(({ people }) => people.includes(vera.id))
        .map(({ id }) => id)
        .sort((a, b) => a - b);
    assert.deepEqual(await fulfilled(), []);
    for (const { id } of [plain, renewed]) expect200(await submit(id, vera));
    assert.deepEqual(await fulfilled(), [plain.id, renewed.id]);
    for (const { id } of [plain, renewed])
      expect200(await as(token).patch(`/forms/${id}`, { schema: { ...schema, required: [] } }));
    assert.deepEqual(await fulfilled(), [plain.id]);
    const titles = new Map((await fulfilmentOf(database.db, question)).map(({ id, title }) => [id, title]));
    assert.deepEqual([titles.get(plain.id), titles.get(999_999)], ['Plain', undefined]);
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
