import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CriteriaInput, criteriaFaults, isSameGoal, narrate, settleCriteria } from './criteria.ts';

const faultsOf = (given: CriteriaInput) => criteriaFaults(given).map(({ path, code }) => `${path} ${code}`);

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
    for (const [given, settled] of sound) {
      assert.deepEqual(criteriaFaults(given), []);
      assert.deepEqual(settleCriteria(given), settled);
    }
  });

  it('are refused field by field, with every fault', () => {
    assert.deepEqual(faultsOf({ type: 'hours' }), ['criteria.threshold required']);
    assert.deepEqual(faultsOf({ type: 'shifts', threshold: 1.5 }), ['criteria.threshold type']);
    assert.deepEqual(faultsOf({ type: 'streak', threshold: 1 }), ['criteria.threshold range']);
    assert.deepEqual(faultsOf({ type: 'streak', threshold: 521 }), ['criteria.threshold range']);
    assert.deepEqual(faultsOf({ type: 'manual', threshold: 1, journey_id: 2 }), [
      'criteria.threshold not_allowed',
      'criteria.journey_id not_allowed',
    ]);
    assert.deepEqual(faultsOf({ type: 'journey', journey_id: 2, threshold: 2 }), [
      'criteria.threshold not_allowed',
    ]);
    assert.deepEqual(faultsOf({ type: 'shifts', threshold: 0, unit: 'week' }), [
      'criteria.unit not_allowed',
      'criteria.threshold range',
    ]);
  });

  it('are the same goal whatever the words and the order of fields', () => {
    const one = settleCriteria({ type: 'shifts', threshold: 3, program_id: 2 });
    assert.ok(isSameGoal(one, { program_id: 2, narrative: 'Three times.', threshold: 3, type: 'shifts' }));
    assert.ok(!isSameGoal(one, { type: 'shifts', threshold: 3 }));
  });

  it('are told in the organization’s words, or in ours', () => {
    assert.equal(narrate({ type: 'hours', threshold: 1 }), 'Volunteered for 1 hour.');
    assert.equal(
      narrate({ type: 'streak', threshold: 4, unit: 'month' }),
      'Attended a shift in each of 4 months in a row.',
    );
    assert.equal(narrate({ type: 'manual', narrative: 'For the flood.' }), 'For the flood.');
  });
});
