import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAmbiguous } from './ambiguity.ts';
import { Pattern } from './pattern.ts';
import { parsePattern } from './pattern-syntax.ts';

const ambiguous = (source: string) => {
  new Pattern(source);
  return isAmbiguous(parsePattern(source), { steps: 10_000 });
};

describe('a pattern that fits in many ways', () => {
  for (const source of [
    '^(a+)+$',
    '(a+)+',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^(a*)*b$',
    '(.*a){20}$',
    '^(?:a?){90}a{90}$',
    '^([a-z]+)*@$',
    '(x+x+)+y',
    '([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$',
    '^(\\w+\\s?)*$',
    '^([a-zA-Z0-9]+\\.?)+@x$',
    '^(a(b?|c?))*$',
    '^(?:\\d+,?)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(?:ä+|Ä|[äö])*x',
    '^((a|b)*c*)*$',
    '(\\p{L}|\\w)+$',
  ])
    it(`like ${source} is found`, () => assert.equal(ambiguous(source), true));

  for (const source of [
    '^[A-Z]{2}\\d{6}$',
    '^\\+?[0-9 ()-]{6,20}$',
    '^(?:[01]\\d|2[0-3]):[0-5]\\d$',
    "^[\\p{L} .'-]+$",
    '^(\\d+,)*\\d+$',
    '^[\\w.+-]+@([\\w-]+\\.)+[a-z]{2,}$',
    '^([A-Z][a-z]+ )*[A-Z][a-z]+$',
    '^\\d{1,3}(,\\d{3})*(\\.\\d\\d)?$',
    '^([0-9a-f]{2}:){5}[0-9a-f]{2}$',
    '^.*foo.*bar.*$',
    '^a*a*a*$',
    '(a|b)*',
    '^(\\d{4}-)?\\d{4}$',
    '^https?://[^\\s/]+(/[^\\s/]*)*$',
    '^(mon|tue|wed)(, (mon|tue|wed))*$',
    '',
    '^$',
  ])
    it(`unlike ${source || 'nothing'}`, () => assert.equal(ambiguous(source), false));
});
