import assert from 'node:assert/strict';
import { it } from 'node:test';
import { takeSaved } from './take-saved.ts';

it('a form that was saved shows what was saved, and keeps what was typed meanwhile', () => {
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
  takeSaved(form, { name: ' Harbor ' }, { name: 'Harbor' });
  assert.deepEqual([form.values, form.initial], [{ name: 'Harbor' }, { name: 'Harbor' }]);
  form.values = { name: 'Harbor Food Bank' };
  takeSaved(form, { name: 'Harbor Food' }, { name: 'Harbor Food' });
  assert.deepEqual([form.values, form.initial], [{ name: 'Harbor Food Bank' }, { name: 'Harbor Food' }]);
});
