import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import compile from 'icu-minify/compile';
import { _createCache, _createIntlFormatters } from 'use-intl/core';
import formatMessage from './format-message.ts';

const cache = _createCache();
const options = { cache, formatters: _createIntlFormatters(cache), locale: 'en' };
const say = (text: string, values: Record<string, string | number>) =>
  formatMessage('', compile(text), values, options);

describe('a text with a name', () => {
  it('keeps what follows a name that is written from right to left', () => {
    assert.equal(say('{name}, {count, number}', { name: 'דוד', count: 14 }), '\u2068דוד\u2069, 14');
    assert.equal(say('“{title}” at {time}', { title: 'مطبخ', time: '9:00' }), '“\u2068مطبخ\u2069” at 9:00');
  });

  it('leaves all other names as they are', () => {
    assert.equal(say('{name}, {count, number}', { name: 'Zoë 李', count: 14 }), 'Zoë 李, 14');
    assert.equal(say('Saved.', {}), 'Saved.');
  });
});
