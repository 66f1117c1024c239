import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeCriteria } from './present.ts';

describe('how a badge is earned', () => {
  it('is said in the organization’s words, or in ours in the reader’s language', () => {
    assert.equal(describeCriteria('en', { type: 'hours', threshold: 1 }), 'Volunteered for 1 hour.');
    assert.equal(describeCriteria('de', { type: 'hours', threshold: 2.5 }), '2,5 Stunden mitgeholfen.');
    assert.equal(
      describeCriteria('en', { type: 'streak', threshold: 4, unit: 'month' }),
      'Attended a shift every month for 4 months in a row.',
    );
    assert.equal(
      describeCriteria('de', { type: 'journey', threshold: 1, journey_id: 3 }),
      'Einen Pfad abgeschlossen.',
    );
    assert.equal(describeCriteria('de', { type: 'manual', narrative: 'For the flood.' }), 'For the flood.');
  });
});
