import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { notificationTexts } from './messages/index.ts';

const { say } = notificationTexts;

describe('the words of an email', () => {
  it('follow the number by the rules of the language', () => {
    const lead = (language: string, hours: number) => say(language, 'mail.reminder.lead', { hours });
    assert.match(lead('en', 1), /in about 1 hour\./);
    assert.match(lead('en', 2), /in about 2 hours\./);
    assert.match(lead('de', 1), /in etwa 1 Stunde\./);
    assert.match(lead('de', 24), /in etwa 24 Stunden\./);
    const subject = (language: string, count: number) =>
      say(language, 'mail.understaffed.subject', { count });
    assert.equal(subject('en', 1), '1 shift needs people tomorrow');
    assert.equal(subject('de', 3), 'Morgen fehlen in 3 Schichten noch Personen');
  });

  it('are English where a language has no texts yet', () => {
    for (const language of ['fr', '__proto__'])
      assert.equal(say(language, 'actions.openShift'), say('en', 'actions.openShift'));
  });
});
