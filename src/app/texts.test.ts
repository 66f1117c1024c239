import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { declaredErrors, refusalCodes } from '#kernel/refusal.ts';
import { errorReference } from '#platform/http/error-reference.ts';
import { languages, say, textsIn } from '#platform/language/index.ts';
import { type Catalogue, findTextErrors, flat, parametersOf } from '../../scripts/catalogues.ts';
import { slices } from './slices.ts';

const english = textsIn('en');

const sources = async (pattern: string) =>
  (await Array.fromAsync(glob(pattern))).map((file) => file.replaceAll('\\', '/')).sort();

describe('the texts of the service', () => {
  it('are there in every language', async () => {
    const files = await sources('src/**/messages/*.ts');
    const wanted = files
      .filter((file) => file.endsWith('/en.ts'))
      .flatMap((file) => languages.map((language) => file.replace(/en\.ts$/, `${language}.ts`)));
    assert.deepEqual(files.filter((file) => !file.endsWith('/index.ts')).sort(), wanted.sort());
    assert.equal(wanted.length / languages.length, Object.keys(english).length);
  });

  for (const language of languages)
    it(`are right in ${language}`, () => {
      const errors = Object.entries(english).flatMap(([capability, texts]) =>
        findTextErrors(language, texts, textsIn(language)[capability] ?? {}).map(
          (error) => `${capability}.${error}`,
        ),
      );
      assert.deepEqual(errors, []);
    });

  it('are there for every refusal, and for nothing else', () => {
    const { refusals } = english['platform'] as { refusals: Record<string, Catalogue> };
    assert.deepEqual(Object.keys(refusals).sort(), [...refusalCodes].sort());
    for (const [code, texts] of Object.entries(refusals))
      assert.deepEqual(Object.keys(texts), ['title', 'cause', 'fix'], code);
  });

  it('are all in the error reference: every branch, and the name of another person', () => {
    const [, section = ''] = errorReference().split('<section id="error-not_registered">');
    const [reason = ''] = section.split('</section>');
    for (const label of ['Cause, status “waitlisted”', 'Cause, status “offered”', 'Cause, otherwise'])
      assert.ok(reason.includes(`<small>${label}:</small>`), label);
    assert.match(reason, /<code>status<\/code> \(text\), <code>name<\/code> \(text, for another person\)/);
  });

  it('are there for every declared error, and name only its parameters', () => {
    const declared = [...declaredErrors].map(([text]) => text);
    const written = Object.entries(english).flatMap(([capability, { errors = {} }]) =>
      Object.keys(errors).map((name) => `${capability}.${name}`),
    );
    assert.deepEqual(written.sort(), declared.sort());
    for (const [text, { params = {} }] of declaredErrors) {
      const [capability = '', name = ''] = text.split('.');
      const { errors = {} } = english[capability] as { errors?: Record<string, Catalogue> };
      const texts = errors[name] ?? {};
      const isSpan = params['start'] === 'instant' && params['end'] === 'instant';
      for (const [part, said] of flat(texts)) {
        assert.match(part, /^(?:other\.)?(?:cause|fix)$/, text);
        const known = new Set(Object.keys(params).map((one) => `{${one}}`));
        if (isSpan) known.add('{span}');
        if (part.startsWith('other.')) known.add('{name}');
        const unknown = parametersOf(said).filter((one) => !known.has(one));
        assert.deepEqual(unknown, [], `${text}.${part}: ${said}`);
      }
    }
  });

  it('keep what follows a name that is written from right to left', () => {
    const subject = (title: string) =>
      say('en', 'notifications.mail.reminder.subject', { title, day: 'Nov 14, 9:00' });
    assert.equal(subject('مطبخ'), 'Reminder: \u2068مطبخ\u2069, Nov 14, 9:00');
    assert.equal(subject('Küche 李'), 'Reminder: Küche 李, Nov 14, 9:00');
  });

  it('are there for every type of event, and for nothing else', () => {
    const known = slices.flatMap(({ name, events = [] }) => events.map(({ type }) => `${name}.${type}`));
    const written = Object.entries(english).flatMap(([capability, { events = {} }]) =>
      flat(events as Catalogue).map(([type]) => `${capability}.${type}`),
    );
    assert.deepEqual(written.sort(), known.sort());
  });

  it('are all used', async () => {
    const files = (await sources('src/**/*.ts')).filter(
      (file) => !/\.test\.ts$|\/messages\/\w+\.ts$/.test(file),
    );
    const code = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    const words = new Set(code.match(/[\w$]+/g));
    const unused = Object.entries(english).flatMap(([capability, { refusals: _, ...texts }]) =>
      flat(texts)
        .map(([key]) => key)
        .filter((key) => {
          const steps = key.replace(/\.(?:other\.)?(?:cause|fix)$/, '').split('.');
          const last = steps.at(-1) ?? '';
          // `words` are looked up by what the database and the contract call them.
          return steps[0] !== 'words' && !words.has(last) && !isBuilt(last);
        })
        .map((key) => `${capability}.${key}`),
    );
    assert.deepEqual(unused, []);

    /** `${status}Other` and the like: the end of a name after something that is filled in. */
    function isBuilt(name: string): boolean {
      return Array.from(code.matchAll(/\$\{[^}]+\}(\w+)/g)).some(([, end = '']) => name.endsWith(end));
    }
  });

  it('have a button in the web app for every remedy', async () => {
    const { default: texts } = await import('../../web/src/messages/errors.en.ts');
    const rels = new Set([...declaredErrors.values()].flatMap(({ remedy }) => remedy?.rel ?? []));
    const { other: _, ...labels } = texts.remedy;
    assert.deepEqual(Object.keys(labels).sort(), [...rels].sort());
  });

  it('of errors are all given by something', async () => {
    const files = (await sources('src/**/*.ts')).filter((file) => !/\.test\.ts$|errors\.ts$/.test(file));
    const code = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    const unused = [...declaredErrors.keys()].filter(
      (text) => !new RegExp(`[eE]rrors\\.${text.slice(text.indexOf('.') + 1)}\\b`).test(code),
    );
    // Limits of JSON are looked up by the scanner's own names for them.
    assert.deepEqual(unused, ['platform.depth', 'platform.too_many_keys', 'platform.too_many_values']);
  });
});
