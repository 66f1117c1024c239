import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { typedText } from './typed-text.ts';

const field = (type: string, value = '') => ({ type, value, isConnected: true });

describe('what was typed into a dialog', () => {
  it('is a text that differs from the one before, until it is put back or sent', () => {
    const typed = typedText();
    const reason = field('textarea', 'ill');
    typed.note(reason);
    assert.equal(typed.isChanged(), false);
    reason.value = 'ill, and the bus';
    typed.note(reason);
    typed.changed(reason);
    assert.ok(typed.isChanged());
    reason.value = 'ill';
    assert.equal(typed.isChanged(), false);
    reason.value = '';
    reason.isConnected = false;
    assert.equal(typed.isChanged(), false);
  });

  it('is also a tick, and never what was searched for', () => {
    const typed = typedText();
    const search = field('search');
    typed.note(search);
    search.value = 'Ada';
    typed.changed(search);
    assert.equal(typed.isChanged(), false);
    typed.changed(field('checkbox', 'active'));
    assert.ok(typed.isChanged());
  });
});
