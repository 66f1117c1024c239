import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, peopleApp, refusedFields } from '#test/people.ts';

const muster = await peopleApp();
const { as } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const { token } = await muster.member(organization, 'coordinator');
const volunteer = await muster.member(organization, 'volunteer');
const create = async (fields: object = {}) =>
  expect200(await as(token).post('/badges', { name: 'Helper', ...fields }));

describe('a badge', () => {
  it('is made by a coordinator and read by anyone, with a drawn picture', async () => {
    const made = await create({ description: 'For help.', expires_after_days: 30 });
    const { created_at, updated_at, picture_url, ...rest } = made;
    assert.match(picture_url, new RegExp(`^http://muster.test/api/v1/badges/${made.id}/picture\\?v=`));
    assert.deepEqual(rest, {
      id: made.id,
      organization_id: organization,
      name: 'Helper',
      description: 'For help.',
      image_url: `http://muster.test/api/v1/badges/${made.id}/image.svg`,
      criteria: { type: 'manual' },
      expires_after_days: 30,
      award_count: 0,
      status: 'active',
    });
    assert.deepEqual(expect200(await as().get(`/badges/${made.id}`)), made);
    const image = await as().get(`/badges/${made.id}/image.svg`);
    assert.match(image.headers['content-type'] ?? '', /^image\/svg\+xml/);
    assert.match(
      String(image.headers['content-security-policy']),
      /^default-src 'none'; style-src 'unsafe-inline'; sandbox;/,
    );
    assert.equal(image.headers['x-content-type-options'], 'nosniff');
    assert.match(image.body, /^<svg /);
    assertRefused(await as(volunteer.token).post('/badges', { name: 'Mine' }), 403, 'forbidden');
  });

  it('refuses criteria and pictures that make no sense, naming each field', async () => {
    const refused = await as(token).post('/badges', {
      name: 'Odd',
      image_url: 'http://example.org/a.png',
      criteria: { type: 'shifts', threshold: 2.5, program_id: 999_999, unit: 'week' },
    });
    assertRefused(refused, 400, 'validation_failed');
    assert.deepEqual(refusedFields(refused).sort(), [
      'criteria.program_id',
      'criteria.threshold',
      'criteria.unit',
      'image_url',
    ]);
    const addresses = [
      'data:image/png;base64,AA',
      'javascript:alert(1)',
      'https://me:pw@example.org/',
      '//x',
      '',
    ];
    for (const image_url of addresses)
      assertRefused(await as(token).post('/badges', { name: 'Odd', image_url }), 400, 'validation_failed');
    const long = `https://example.org/${'x'.repeat(2_000)}`;
    assertRefused(
      await as(token).post('/badges', { name: 'Odd', image_url: long }),
      400,
      'validation_failed',
    );
  });

  it('is changed from what was read, and goes back to a drawn picture', async () => {
    const { id } = await create({ image_url: 'https://example.org/a.png' });
    const read = await as().get(`/badges/${id}`);
    assert.equal(read.body.image_url, 'https://example.org/a.png');
    const headers = { 'if-match': read.headers['etag'] ?? '' };
    const change = { name: ' Great helper ', image_url: null, criteria: { type: 'hours', threshold: 10 } };
    const changed = expect200(await as(token).patch(`/badges/${id}`, change, headers));
    assert.deepEqual(
      [changed.name, changed.criteria, changed.image_url],
      ['Great helper', { type: 'hours', threshold: 10 }, `http://muster.test/api/v1/badges/${id}/image.svg`],
    );
    assertRefused(await as(token).patch(`/badges/${id}`, change, headers), 412, 'precondition_failed');
  });

  it('is hidden while archived, but for those who manage it, and comes back', async () => {
    const { id } = await create({ name: 'Old one' });
    expect200(await as(token).post(`/badges/${id}/archive`));
    assertRefused(await as().get(`/badges/${id}`), 404, 'not_found');
    const member = as(volunteer.token);
    for (const read of ['', '/awards'])
      assertRefused(await member.get(`/badges/${id}${read}`), 404, 'not_found');
    for (const act of ['award', 'restore'])
      assertRefused(await member.post(`/badges/${id}/${act}`, { user_id: volunteer.id }), 404, 'not_found');
    assertRefused(await member.patch(`/badges/${id}`, { name: 'Mine' }), 404, 'not_found');
    assert.equal(expect200(await as(token).get(`/badges/${id}`)).status, 'archived');
    assert.equal((await as().get(`/badges/${id}/image.svg`)).status, 200);
    const award = await as(token).post(`/badges/${id}/award`, { user_id: volunteer.id });
    assertRefused(award, 409, 'conflict');
    const archived = expect200(
      await as(token).get(`/badges?status=archived&organization_id=${organization}`),
    );
    assert.deepEqual(
      archived.items.map((badge: { id: number }) => badge.id),
      [id],
    );
    assertRefused(
      await as().get(`/badges?status=archived&organization_id=${organization}`),
      401,
      'unauthenticated',
    );
    assert.equal(expect200(await as(token).post(`/badges/${id}/restore`)).badge.status, 'active');
    expect200(await as().get(`/badges/${id}`));
  });
});

describe('the list of badges', () => {
  it('is filtered by organization and words of the name, page by page', async () => {
    const stranger = await muster.person();
    const elsewhere = await muster.organization(stranger, 'Elsewhere');
    for (const name of ['50% more', 'Snow shovel', 'Snow angel'])
      expect200(await as(stranger.token).post('/badges', { name, organization_id: elsewhere }));
    const names = async (query: string) => {
      const { items, next_cursor } = expect200(
        await as().get(`/badges?organization_id=${elsewhere}${query}`),
      );
      return { names: items.map((badge: { name: string }) => badge.name), next_cursor };
    };
    assert.deepEqual((await names('&q=snow')).names, ['Snow shovel', 'Snow angel']);
    assert.deepEqual((await names('&q=%25')).names, ['50% more']);
    const first = await names('&limit=2');
    assert.deepEqual(first.names, ['50% more', 'Snow shovel']);
    assert.deepEqual(await names(`&limit=2&cursor=${first.next_cursor}`), {
      names: ['Snow angel'],
      next_cursor: null,
    });
  });
});

it('leaves an audit row for every change', async () => {
  const { id } = await create();
  expect200(await as(token).patch(`/badges/${id}`, { description: 'New' }));
  expect200(await as(token).post(`/badges/${id}/archive`));
  expect200(await as(token).post(`/badges/${id}/archive`));
  expect200(await as(token).post(`/badges/${id}/restore`));
  const rows = await muster.database.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_type', '=', 'badge')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['badge.created', 'badge.changed', 'badge.archived', 'badge.restored'],
  );
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
