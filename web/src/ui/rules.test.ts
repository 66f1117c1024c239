import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applySaved,
  caughtUp,
  followed,
  numberFault,
  numberOf,
  type SearchText,
  sorted,
  takesFocus,
  turned,
  typedText,
} from './rules.ts';

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

it('a form that was saved shows what was saved, and keeps what was typed in the meantime', () => {
  const form = {
    values: { name: ' Harbor ' },
    initial: { name: '' },
    getValues: () => form.values,
    setInitialValues(values: { name: string }) {
      form.initial = values;
    },
    setValues(values: { name: string }) {
      form.values = values;
    },
  };
  applySaved(form, { name: ' Harbor ' }, { name: 'Harbor' });
  assert.deepEqual([form.values, form.initial], [{ name: 'Harbor' }, { name: 'Harbor' }]);
  form.values = { name: 'Harbor Food Bank' };
  applySaved(form, { name: 'Harbor Food' }, { name: 'Harbor Food' });
  assert.deepEqual([form.values, form.initial], [{ name: 'Harbor Food Bank' }, { name: 'Harbor Food' }]);
});

it('a form that is out of date gets the newest version, and keeps what was typed', () => {
  const before = { title: 'Soup', location: 'Harbor', roles: ['Cook'], capacity: 5 };
  const newest = { title: 'Stew', location: 'Market', roles: ['Cook', 'Driver'], capacity: 5 };
  const typed = { ...before, title: 'Broth', capacity: 8 };
  assert.deepEqual(caughtUp(typed, before, newest), {
    values: { title: 'Broth', location: 'Market', roles: ['Cook', 'Driver'], capacity: 8 },
    both: ['title'],
  });
  assert.deepEqual(caughtUp({ ...before, title: 'Stew' }, before, newest), { values: newest, both: [] });
});

describe('a number that is typed', () => {
  it('is read while it is on its way', () => {
    assert.deepEqual(['0.', '1.50', '-', '', '90', 7].map(numberOf), [0, 1.5, '', '', 90, 7]);
  });

  it('has a fault where it is not allowed, and none while it is missing', () => {
    const spots = { min: 1, max: 10, isWhole: true };
    const faults = ['', '-', 0, 1, 10, 11, 2.5, '99999999999999999999'].map((one) => numberFault(one, spots));
    assert.deepEqual(faults, [undefined, 'none', 'range', undefined, undefined, 'range', 'whole', 'range']);
    assert.deepEqual([numberFault(-1, { min: 0 }), numberFault(9, { max: 8 })], ['least', 'most']);
  });
});

const search = (text: string, inAddress: string, sent?: string): SearchText => ({ text, inAddress, sent });

describe('a search field', () => {
  it('follows the address when a link or the back button changes it', () => {
    assert.equal(followed(search('soup', 'soup'), '').text, '');
    assert.equal(followed(search('', ''), 'kitchen').text, 'kitchen');
    assert.equal(followed(search('soup', 'soup', undefined), 'kitchen').text, 'kitchen');
  });

  it('keeps what was typed while its own text was on the way into the address', () => {
    const typedOn = followed(search('soup kit', '', 'soup '), 'soup');
    assert.deepEqual(typedOn, search('soup kit', 'soup'));
    assert.equal(followed(typedOn, '').text, '', 'then back again');
  });

  it('stays as it is while the address does', () => {
    const same = search('soup kitchen', 'soup');
    assert.equal(followed(same, 'soup'), same);
  });
});

describe('the heading of a page', () => {
  it('takes the focus after navigation, and not on the first page', () => {
    assert.equal(takesFocus('/me', '', false), false);
    assert.equal(takesFocus('/me/hours', '/me', false), true);
  });

  it('does not take it again when the page replaces its skeleton, unless it went with that', () => {
    assert.equal(takesFocus('/desk/1', '/desk/1', false), false);
    assert.equal(takesFocus('/desk/1', '/desk/1', true), true);
  });
});

describe('a table', () => {
  it('is sorted up, down, and then as it came', () => {
    const up = turned(undefined, 'name');
    assert.deepEqual(up, { key: 'name', direction: 'ascending' });
    const down = turned(up, 'name');
    assert.deepEqual(down, { key: 'name', direction: 'descending' });
    assert.equal(turned(down, 'name'), undefined);
    assert.deepEqual(turned(down, 'hours'), { key: 'hours', direction: 'ascending' });
  });

  it('sorts numbers as numbers and words as words', () => {
    const up = { key: 'a', direction: 'ascending' } as const;
    assert.deepEqual(
      sorted([10, 9, 100], (one) => one, up),
      [9, 10, 100],
    );
    assert.deepEqual(
      sorted(['b', 'Ä', 'c'], (one) => one, { ...up, direction: 'descending' }),
      ['c', 'b', 'Ä'],
    );
    assert.deepEqual(sorted([2, 1], undefined, up), [2, 1]);
  });
});
