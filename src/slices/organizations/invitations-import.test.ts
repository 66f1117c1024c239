import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, peopleApp, tokenFor } from '#test/people.ts';
import { csv } from '#test/permission-table.ts';

const muster = await peopleApp();
const { as } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner, 'Food Bank');
const path = `/organizations/${organization}/invitations`;
const send = (file: string, query = '', token = owner.token, headers: Record<string, string> = {}) =>
  as(token).post(`${path}/import${query}`, file, { ...csv, ...headers });
const resultsOf = (answer: { items: { line: number; status: string; role: string }[] }) =>
  answer.items.map(({ line, status, role }) => [line, status, role]);

async function openInvitations(like: string) {
  const { rows } = await sql<{ email: string; name: string | null; role: string }>`
    select email, name, role from invitations where email like ${like} order by id
  `.execute(muster.database.db);
  return rows;
}

describe('an import of people', () => {
  it('invites everyone in the file, each to the access of their line', async () => {
    const member = await muster.member(organization, 'volunteer');
    const file = [
      'Vorname;Nachname;E-Mail;Rolle;Telefon',
      'Ada;Lovelace;Ada@one.example;Koordinator:in;030 1',
      `Ben;Okafor;${member.email};;`,
      ';;cleo@one.example;Check-in;',
      'Dan;;not an address;;',
      'Eva;;eva@one.example;Chef;',
      'Ada;Lovelace;ada@one.example;;',
    ].join('\r\n');
    const would = expect200(await send(file, '?dry_run=true'));
    assert.deepEqual(await openInvitations('%@one.example'), []);
    const answer = expect200(await send(file));
    assert.deepEqual(answer, would);
    assert.deepEqual(resultsOf(answer), [
      [2, 'invited', 'coordinator'],
      [3, 'already_member', 'volunteer'],
      [4, 'invited', 'check_in'],
      [5, 'invalid', 'volunteer'],
      [6, 'invalid', 'volunteer'],
    ]);
    assert.deepEqual(
      answer.items.map(
        ({ problem }: { problem: null | object }) => problem && Object.values(problem).slice(0, 2),
      ),
      [null, null, null, ['E-Mail', 'format'], ['Rolle', 'unknown_access']],
    );
    assert.deepEqual([answer.invited, answer.ignored_columns], [2, ['Telefon']]);
    assert.deepEqual(await openInvitations('%@one.example'), [
      { email: 'ada@one.example', name: 'Ada Lovelace', role: 'coordinator' },
      { email: 'cleo@one.example', name: null, role: 'check_in' },
    ]);
    assert.ok(tokenFor(await muster.deliverMail(), 'ada@one.example'));
    const { rows } = await sql<{ after: { role: string } }>`
      select a.after from audit_log a join invitations i on a.object_id = i.id
      where a.action = 'invitation.created' and i.email = 'cleo@one.example'
    `.execute(muster.database.db);
    assert.equal(rows[0]?.after.role, 'check_in');
    assert.deepEqual(
      resultsOf(expect200(await send(file))).map(([, status]) => status),
      ['already_invited', 'already_member', 'already_invited', 'invalid', 'invalid'],
    );
  });

  it('names every line without an address', async () => {
    const { items, invited } = expect200(
      await send(
        'Name,Email\nAda,\nBen,\nCleo,cleo@two.example\nDan,nonsense\nEva,nonsense',
        '?dry_run=true',
      ),
    );
    assert.equal(invited, 1);
    assert.deepEqual(
      items.map(
        ({ line, text, problem }: { line: number; text: string; problem: null | { code: string } }) => [
          line,
          text,
          problem?.code,
        ],
      ),
      [
        [2, 'Ada', 'address_missing'],
        [3, 'Ben', 'address_missing'],
        [4, 'cleo@two.example', undefined],
        [5, 'nonsense', 'format'],
        [6, 'nonsense', 'format'],
      ],
    );
  });

  it('reads access in the spellings that people use', async () => {
    const spellings = {
      coordinator: [
        'Koordination',
        'Koordinator:in',
        'Koordinator_in',
        'Koordinator*in',
        'KoordinatorIn',
        'Coordinator',
      ],
      volunteer: [
        'Freiwillige:r',
        'Freiwillige_r',
        'Freiwillige/r',
        'Helfer·in',
        'Ehrenamtliche',
        'Volunteer',
      ],
      check_in: ['Check-in', 'check_in', 'Check in', 'Checkin'],
      owner: ['Inhaber(in)', 'Owner'],
    };
    const wanted = Object.entries(spellings).flatMap(([role, own]) => own.map((text) => [text, role]));
    const lines = wanted.map(([text], at) => `p${at}@three.example;${text}`);
    const { items } = expect200(await send(['Email;Rolle', ...lines].join('\n'), '?dry_run=true'));
    assert.deepEqual(
      items.map(({ role, status }: { role: string; status: string }, at: number) => [
        wanted[at]?.[0],
        role,
        status,
      ]),
      wanted.map(([text, role]) => [text, role, 'invited']),
    );
  });

  it('gives no one more access than the person who imports it has', async () => {
    const admin = await muster.member(organization, 'admin');
    const file = 'email,access\nfay@two.example,Owner\ngus@two.example,Admin';
    const { items } = expect200(await send(file, '', admin.token));
    assert.deepEqual(
      items.map(({ status, problem }: { status: string; problem: { code: string } | null }) => [
        status,
        problem?.code,
      ]),
      [
        ['invalid', 'access_too_high'],
        ['invited', undefined],
      ],
    );
    assertRefused(await send(file, '?role=owner', admin.token), 403, 'forbidden');
    assert.deepEqual(
      (await openInvitations('%@two.example')).map(({ email }) => email),
      ['gus@two.example'],
    );
  });

  it('is for admins of the organization', async () => {
    const file = 'email\nhal@three.example';
    const coordinator = await muster.member(organization, 'coordinator');
    assertRefused(await send(file, '', coordinator.token), 403, 'forbidden');
    const stranger = await muster.person();
    assertRefused(await send(file, '', stranger.token), 404, 'not_found');
    assert.deepEqual(await openInvitations('%@three.example'), []);
  });

  it('invites once for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'people' };
    const first = expect200(await send('email\nida@four.example', '', owner.token, key));
    const again = await send('email\nida@four.example', '', owner.token, key);
    assert.deepEqual([again.body, again.headers['idempotency-replayed']], [first, 'true']);
  });

  it('takes a thousand lines, and as many invitations a day as any other list', async () => {
    const fileOf = (name: string, count: number) =>
      `email\n${Array.from({ length: count }, (_, n) => `${name}-${n}@many.example`).join('\n')}`;
    const long = await send(fileOf('a', 1_001));
    assertRefused(long, 400, 'validation_failed');
    assert.match(long.body.detail, /more than 1,000 lines.+Split it/);
    assert.equal(expect200(await send(fileOf('a', 1_000))).invited, 1_000);
    assertRefused(await send(fileOf('b', 1_000)), 429, 'rate_limited');
    assert.deepEqual(await openInvitations('b-%@many.example'), []);
  });

  it('needs a column with addresses', async () => {
    const answer = await send('Ada,ada@five.example\nBen,ben@five.example');
    assertRefused(answer, 400, 'validation_failed');
    assert.equal(answer.body.errors[0].code, 'csv_column_missing');
  });
});
