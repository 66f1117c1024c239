import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import de from '../messages/errors.de.ts';
import en from '../messages/errors.en.ts';
import { fieldNames, type NameKey } from './field-names.ts';

const namesIn = (texts: typeof en | typeof de) =>
  fieldNames({
    nameOf: (key) => texts.name[key],
    hasName: (key) => Object.hasOwn(en.name, key as NameKey),
  });

describe('the name of a field', () => {
  it('is in the language of the reader', () => {
    assert.equal(namesIn(en)('date_of_birth'), en.name.date_of_birth);
    assert.equal(namesIn(de)('date_of_birth'), de.name.date_of_birth);
  });

  it('counts the items of a list, and is the label of the form where there is one', () => {
    const name = namesIn(en);
    assert.equal(name('roles.1.capacity'), 'Roles 2, Spots');
    assert.equal(name('weekly.0'), 'Weekly availability 1');
    assert.equal(name('policies.minors.minimum_age'), 'Minimum age');
    assert.equal(name('roles.3.capacity', { 'roles.*.capacity': 'Spots of a role' }), 'Spots of a role');
    assert.equal(name('x_internal'), undefined);
  });
});
