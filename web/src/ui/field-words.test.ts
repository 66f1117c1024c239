import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import de from '../messages/errors.de.ts';
import en from '../messages/errors.en.ts';
import { fieldWords, type NameKey, type TextKey } from './field-words.ts';

/** Texts as they stand in the catalogue, with the number that goes into them. */
const wordsIn = (locale: 'en' | 'de') => {
  const texts = locale === 'en' ? en : de;
  return fieldWords({
    field: (key, { limit }) => `${texts.field[key]} ${limit}`,
    hasField: (key) => Object.hasOwn(en.field, key as TextKey),
    nameOf: (key) => texts.name[key],
    hasName: (key) => Object.hasOwn(en.name, key as NameKey),
  });
};

describe('what is wrong with a field', () => {
  const phone = { path: 'phone', code: 'min_length', message: 'must have at least 3 characters' };

  it('is said in the words of the reader, without the names of the API', () => {
    assert.equal(wordsIn('en').text(phone), `${en.field.min_length} 3`);
    assert.equal(wordsIn('de').text(phone), `${de.field.min_length} 3`);
    assert.equal(wordsIn('de').name('date_of_birth'), 'Geburtsdatum');
    const future = { path: 'date_of_birth', code: 'future', message: 'must not be in the future' };
    assert.equal(wordsIn('en').text(future), 'Enter a date in the past. 1');
  });

  it('names a field of a list by its number, and by the label of the form where there is one', () => {
    const { name } = wordsIn('en');
    assert.equal(name('roles.1.capacity'), 'Roles 2, Spots');
    assert.equal(name('weekly.0'), 'Weekly availability 1');
    assert.equal(name('policies.minors.minimum_age'), 'Minimum age');
    assert.equal(name('roles.3.capacity', { 'roles.*.capacity': 'Spots of a role' }), 'Spots of a role');
    assert.equal(name('x_internal'), undefined);
  });

  it('replaces the names of the API in the words of the API', () => {
    const { text } = wordsIn('en');
    const order = { path: 'end_time', code: 'order', message: 'must be after start_time' };
    assert.equal(text(order), 'must be after “Start”');
    assert.equal(
      text({ path: 'time_zone', code: 'format', message: 'is no time zone' }),
      'Choose a time zone from the list. 1',
    );
    assert.equal(
      text({ path: 'url', code: 'format', message: 'must be an address like https://example.org/path' }),
      'Enter a web address, such as https://example.org/page. 1',
    );
  });

  it('has a text of its own for every kind of check of a schema', () => {
    const codes = [
      'required',
      'min_length',
      'max_length',
      'minimum',
      'maximum',
      'enum',
      'type',
      'format',
      'pattern',
    ];
    for (const code of [...codes, 'min_items', 'max_items', 'unique_items']) {
      const message = 'must be >= 5';
      assert.notEqual(wordsIn('en').text({ path: 'capacity', code, message }), message, code);
    }
  });
});
