import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { livePaths, staleAfter } from './stale-after.ts';

const contract = JSON.parse(await readFile('docs/openapi.json', 'utf8')) as {
  paths: Record<string, { get?: object }>;
};
const pathsAfter = (type: string, mine = false) =>
  staleAfter({ type, shift_id: 3, mine }).map(([path]) => path);

describe('what an event makes old', () => {
  it('is something that the API has', () => {
    for (const path of livePaths) assert.ok(contract.paths[String(path)]?.get, String(path));
  });

  it('covers the lists of a journey, of a badge and of a member', () => {
    assert.ok(pathsAfter('journey.completed').includes('/api/v1/journeys/{id}/enrollments'));
    assert.ok(pathsAfter('badge.awarded').includes('/api/v1/badges/{id}'));
    assert.ok(pathsAfter('badge.awarded').includes('/api/v1/badges/{id}/awards'));
    const registrations = '/api/v1/organizations/{id}/members/{user_id}/registrations';
    for (const type of ['shift.signup', 'shift.checkin'])
      assert.ok(pathsAfter(type).includes(registrations), type);
    assert.ok(pathsAfter('member.joined').includes('/api/v1/webhooks/status'));
  });

  it('names one shift where the event does, and what is mine only to me', () => {
    assert.ok(
      staleAfter({ type: 'shift.signup', shift_id: 3 }).some(
        (key) => JSON.stringify(key) === '["/api/v1/shifts/{id}",{"path":{"id":3}}]',
      ),
    );
    assert.ok(!pathsAfter('shift.signup').includes('/api/v1/me/registrations'));
    assert.ok(pathsAfter('shift.signup', true).includes('/api/v1/me/registrations'));
  });
});
