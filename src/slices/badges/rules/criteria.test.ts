import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CriteriaInput, completeCriteria, criteriaErrors, isSameGoal } from './criteria.ts';

const errorsOf = (given: CriteriaInput) => criteriaErrors(given).map(({ path, code }) => `${path} ${code}`);

describe('criteria', () => {
  it('are taken when their fields belong together, and filled in', () => {
    const sound: [CriteriaInput, object][] = [
      [{ type: 'manual' }, { type: 'manual' }],
      [
        { type: 'manual', narrative: ' Asked nicely. ' },
        { type: 'manual', narrative: 'Asked nicely.' },
      ],
      [
        { type: 'hours', threshold: 0.5 },
        { type: 'hours', threshold: 0.5 },
      ],
      [
        { type: 'shifts', threshold: 3, program_id: 2 },
        { type: 'shifts', threshold: 3, program_id: 2 },
      ],
      [
        { type: 'streak', threshold: 4 },
        { type: 'streak', threshold: 4, unit: 'week' },
      ],
      [
        { type: 'journey', journey_id: 9 },
        { type: 'journey', threshold: 1, journey_id: 9 },
      ],
      [
        { type: 'journey', threshold: 3 },
        { type: 'journey', threshold: 3 },
      ],
    ];
    for (const [given, completed] of sound) {
      assert.deepEqual(criteriaErrors(given), []);
      assert.deepEqual(completeCriteria(given), completed);
    }
  });

  it('are refused field by field, with every error', () => {
    assert.deepEqual(errorsOf({ type: 'hours' }), ['criteria.threshold required']);
    assert.deepEqual(errorsOf({ type: 'shifts', threshold: 1.5 }), ['criteria.threshold type']);
    assert.deepEqual(errorsOf({ type: 'streak', threshold: 1 }), ['criteria.threshold range']);
    assert.deepEqual(errorsOf({ type: 'streak', threshold: 521 }), ['criteria.threshold range']);
    assert.deepEqual(errorsOf({ type: 'manual', threshold: 1, journey_id: 2 }), [
      'criteria.threshold not_allowed',
      'criteria.journey_id not_allowed',
    ]);
    assert.deepEqual(errorsOf({ type: 'journey', journey_id: 2, threshold: 2 }), [
      'criteria.threshold not_allowed',
    ]);
    assert.deepEqual(errorsOf({ type: 'shifts', threshold: 0, unit: 'week' }), [
      'criteria.unit not_allowed',
      'criteria.threshold range',
    ]);
  });

  it('are the same goal whatever the words and the order of fields', () => {
    const one = completeCriteria({ type: 'shifts', threshold: 3, program_id: 2 });
    assert.ok(isSameGoal(one, { program_id: 2, narrative: 'Three times.', threshold: 3, type: 'shifts' }));
    assert.ok(!isSameGoal(one, { type: 'shifts', threshold: 3 }));
  });
});
