import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textsIn } from './index.ts';

const shift = { title: 'Soup', day: 'Sat 14 Nov', hours: 1 };

describe('the words of a message', () => {
  it('follow the number by the rules of the language', () => {
    const lead = (language: string, hours: number) =>
      textsIn(language).notices.reminder.lead({ ...shift, hours });
    assert.match(lead('en', 1), /in about 1 hour\./);
    assert.match(lead('en', 2), /in about 2 hours\./);
    assert.match(lead('de', 1), /in etwa 1 Stunde\./);
    assert.match(lead('de', 24), /in etwa 24 Stunden\./);
    assert.equal(textsIn('en').digest.subject(1), '1 shift needs people tomorrow');
    assert.equal(textsIn('de').digest.subject(3), 'Morgen brauchen 3 Schichten noch Leute');
  });

  it('are English where a language is not written yet', () => {
    assert.equal(textsIn('fr'), textsIn('en'));
    assert.equal(textsIn('__proto__'), textsIn('en'));
  });
});
