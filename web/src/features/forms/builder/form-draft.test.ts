import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FormDraft, nameFrom, newQuestion } from './question.ts';
import { readForm } from './read-schema.ts';
import { previewForm, writeForm } from './write-schema.ts';

const question = (more: object) => ({ ...newQuestion(), ...more });
const draftOf = (...questions: FormDraft['questions']): FormDraft => ({ questions, extra: {}, uiExtra: {} });

describe('a form that is built of questions', () => {
  it('becomes a schema in which a question is shown by the answer to another', () => {
    const { schema, ui } = writeForm(
      draftOf(
        question({ id: 'a', kind: 'yes_no', title: 'Allergies?' }),
        question({
          title: 'Which ones?',
          required: true,
          condition: { effect: 'show', question: 'a', answer: true },
        }),
      ),
    );
    assert.deepEqual(schema, {
      type: 'object',
      properties: { allergies: { type: 'boolean', title: 'Allergies?' } },
      if: { properties: { allergies: { const: true } }, required: ['allergies'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        properties: { which_ones: { type: 'string', title: 'Which ones?' } },
        required: ['which_ones'],
      },
    });
    assert.deepEqual(ui, { order: ['allergies', 'which_ones'] });
  });

  it('is previewed with a name for new questions that have no title yet', () => {
    const [first, old] = [question({}), question({ isNew: false, name: 'shirt_size' })];
    const { schema } = previewForm(draftOf(first, old), 'Neue Frage');
    assert.deepEqual(schema['properties'], {
      neue_frage: { type: 'string', title: 'Neue Frage' },
      shirt_size: { type: 'string' },
    });
  });

  it('is read again as the same questions', () => {
    const { schema, ui } = writeForm(
      draftOf(
        question({ id: 'size', kind: 'choice', title: 'Size', choices: ['S', 'M'], widget: 'radio' }),
        question({ id: 'days', kind: 'choices', title: 'Days', choices: ['Sat', 'Sun'], most: 2 }),
        question({ title: 'Why S?', condition: { effect: 'require', question: 'size', answer: 'S' } }),
        question({ title: 'Sunday plans', condition: { effect: 'show', question: 'days', answer: 'Sun' } }),
        question({ kind: 'consent', title: 'I agree', required: true }),
      ),
    );
    const read = readForm(schema, ui);
    assert.deepEqual(read && writeForm(read), { schema, ui });
    assert.deepEqual(
      read?.questions.map(({ kind }) => kind),
      ['choice', 'choices', 'text', 'text', 'consent'],
    );
  });

  it('keeps keywords that the builder does not show', () => {
    const schema = {
      type: 'object',
      properties: { licence: { type: 'string', title: 'Licence', pattern: '^[A-Z]+$' } },
      additionalProperties: false,
    };
    const read = readForm(schema, { order: ['licence'], widgets: { licence: 'code' }, theme: 'dark' });
    assert.deepEqual(read && writeForm(read), {
      schema,
      ui: { order: ['licence'], widgets: { licence: 'code' }, theme: 'dark' },
    });
  });

  it('is left to JSON where a list of questions cannot say it', () => {
    const nested = { type: 'object', properties: { home: { type: 'object', properties: {} } } };
    const alternatives = { type: 'object', properties: {}, anyOf: [{ required: ['a'] }], not: {} };
    const twoTests = {
      type: 'object',
      properties: { a: { type: 'boolean' }, b: { type: 'boolean' }, c: { type: 'string' } },
      if: { properties: { a: { const: true }, b: { const: true } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['c'] },
    };
    assert.equal(readForm(nested, {}), undefined);
    assert.notEqual(readForm(alternatives, {}), undefined);
    assert.equal(readForm(twoTests, {}), undefined);
  });

  it('may be closed and have hidden questions at once', () => {
    const { schema } = writeForm({
      ...draftOf(
        question({ id: 'a', kind: 'yes_no', title: 'A' }),
        question({ title: 'B', condition: { effect: 'show', question: 'a', answer: true } }),
      ),
      extra: { additionalProperties: false },
    });
    assert.equal(schema['additionalProperties'], undefined);
    assert.equal(schema['unevaluatedProperties'], false);
  });

  it('names its answers after the questions, each name once', () => {
    assert.equal(nameFrom('Größe & Alter?', new Set()), 'grosse_alter');
    assert.equal(nameFrom('Größe & Alter?', new Set(['grosse_alter'])), 'grosse_alter_2');
    assert.equal(nameFrom('???', new Set()), 'question');
  });
});
