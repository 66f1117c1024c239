import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { livePaths, staleAfter } from './stale-after.ts';

const contract = JSON.parse(await readFile('docs/openapi.json', 'utf8')) as {
  paths: Record<string, { get?: object }>;
};
const pathsAfter = (type: string, mine = false) =>
  staleAfter({ type, shift_id: 3, mine }).map(([path]) => path);

/** Reads that no event makes old, and why that is fine. */
const exempt: Readonly<Record<string, string>> = {
  '/api/v1/audit': 'a log that moves under the reader can not be read',
  '/api/v1/forms': 'changed by those who write them; answers are another read',
  '/api/v1/forms/{id}': 'as above',
  '/api/v1/forms/{id}/versions/{version}': 'never changes',
  '/api/v1/installation': 'changes once',
  '/api/v1/jobs/failed': 'failures have no event',
  '/api/v1/me': 'changed by its owner, on this device mostly',
  '/api/v1/me/availability': 'as above',
  '/api/v1/me/calendar-feeds': 'as above',
  '/api/v1/me/check-in-code': 'good for its time',
  '/api/v1/me/leaderboard': 'changed by its owner',
  '/api/v1/me/push-subscriptions': 'changed by its owner',
  '/api/v1/me/sessions': 'log-ins have no event',
  '/api/v1/missions': 'changed by those who plan',
  '/api/v1/missions/{id}': 'as above',
  '/api/v1/organizations/{id}': 'changed by admins',
  '/api/v1/organizations/{id}/api-keys': 'as above',
  '/api/v1/organizations/{id}/message-templates': 'changed by those who write messages',
  '/api/v1/organizations/{id}/members/{user_id}/notes': 'notes are private and have no event',
  '/api/v1/organizations/{id}/people-filters': 'changed by their owners',
  '/api/v1/organizations/{id}/search': 'asked with every few letters',
  '/api/v1/organizations/{id}/shift-templates': 'changed by those who plan',
  '/api/v1/organizations/{id}/shift-templates/{template_id}': 'as above',
  '/api/v1/programs': 'changed by those who plan',
  '/api/v1/programs/{id}': 'as above',
  '/api/v1/series-changes': 'polled while one runs',
  '/api/v1/series-changes/{id}': 'as above',
  '/api/v1/shifts/{id}/poster-code': 'good for its time',
  '/api/v1/webhooks/events': 'part of the program',
};

/** Every path that the app reads: those in calls of the functions that describe a read. */
async function pathsRead(): Promise<Set<string>> {
  const files = (await readdir('web/src', { recursive: true })).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(path.join('web/src', name), 'utf8')));
  const reads = /\b(?:apiQuery|apiPages|allPages|useAllPages)\(\s*'(\/api\/v1\/[^']+)'/g;
  return new Set(texts.flatMap((text) => [...text.matchAll(reads)].map(([, found = '']) => found)));
}

describe('what an event makes old', () => {
  it('is something that the API has', () => {
    for (const path of livePaths) assert.ok(contract.paths[String(path)]?.get, String(path));
  });

  it('is known for every read of the app, or deliberately nothing', async () => {
    const read = await pathsRead();
    assert.ok(read.size > 50);
    const unknown = [...read].filter((one) => !livePaths.has(one) && !(one in exempt));
    assert.deepEqual(unknown, []);
    for (const one of Object.keys(exempt)) assert.ok(contract.paths[one]?.get && !livePaths.has(one), one);
  });

  it('covers what a shift may ask for, for the person who has it now', () => {
    for (const type of ['form.submitted', 'badge.awarded', 'journey.completed']) {
      assert.ok(pathsAfter(type, true).includes('/api/v1/shifts/{id}/eligibility'), type);
      assert.ok(!pathsAfter(type).includes('/api/v1/shifts/{id}/eligibility'), type);
    }
  });

  it('covers the lists of a journey, of a badge and of a member', () => {
    assert.ok(pathsAfter('journey.completed').includes('/api/v1/journeys/{id}/enrollments'));
    assert.ok(pathsAfter('badge.awarded').includes('/api/v1/badges/{id}'));
    assert.ok(pathsAfter('badge.awarded').includes('/api/v1/badges/{id}/awards'));
    const registrations = '/api/v1/organizations/{id}/members/{user_id}/registrations';
    for (const type of [
      'shift.signup',
      'shift.checkin',
      'shift.attendance_corrected',
      'shift.hours_verified',
    ])
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

  it('is also the position of a person on the waitlist of that shift', () => {
    const isStale = (type: string, waitsFor: number) =>
      staleAfter({ type, shift_id: 3 }, (shiftId) => shiftId === waitsFor).some(
        ([path]) => path === '/api/v1/me/registrations',
      );
    for (const type of ['shift.signup_cancelled', 'shift.waitlist_promoted']) {
      assert.ok(isStale(type, 3), type);
      assert.ok(!isStale(type, 4), type);
    }
    assert.ok(!isStale('shift.checkin', 3));
  });
});
