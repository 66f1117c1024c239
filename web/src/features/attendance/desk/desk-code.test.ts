import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDeskCode, searchable } from './desk-code.ts';

const nowMs = Date.parse('2026-11-14T09:00:30Z');
const minute = Math.floor(nowMs / 60_000);
const day = Math.floor(nowMs / 86_400_000);
const mac = 'm5E8nwunk1GuIrfzxOJjMA';
const kindOf = (text: string) => readDeskCode(text, nowMs).kind;

describe('a code at the desk', () => {
  it('is read on the device', () => {
    const code = `mc1.4.${minute}.${mac}`;
    assert.deepEqual(readDeskCode(` ${code}\n`, nowMs), { kind: 'person', userId: 4, code });
    assert.equal(kindOf(`mc1.4.${day - 1}.${mac}`), 'person', 'the code of the day, after midnight');
    for (const digits of ['480213', '480 213', '480-213'])
      assert.deepEqual(readDeskCode(digits, nowMs), { kind: 'digits', code: '480213' });
  });

  it('that is old, a poster or something else never gets into the queue', () => {
    assert.equal(kindOf(`mc1.4.${minute - 3}.${mac}`), 'expired');
    assert.equal(kindOf(`mc1.4.${minute + 2}.${mac}`), 'expired');
    assert.equal(kindOf(`mc1.4.${day - 2}.${mac}`), 'expired');
    assert.equal(kindOf(`https://muster.example/shifts/3?code=mp1.3.${mac}`), 'poster');
    const others = [
      'WIFI:T:WPA;S:guest;P:secret;;',
      'mc1.4',
      `mc1.4.${minute}.short`,
      `mc1.x.${minute}.${mac}`,
    ];
    for (const text of [...others, 'BEGIN:VCARD', '4802133', '48021', ''])
      assert.equal(kindOf(text), 'unknown', text);
  });
});

describe('a name at the desk', () => {
  it('is found without its accents', () => {
    const found = (name: string, typed: string) => searchable(name).includes(searchable(typed));
    for (const [name, typed] of [
      ['José Núñez', 'jose nunez'],
      ['Jürgen Groß', 'jurgen gross'],
      ['Łukasz Sørensen', 'lukasz soren'],
      ['Nguyễn Đức', 'nguyen duc'],
      ['Ana Maria', 'ANÁ'],
      ['Zoe\u0308', 'zoë'],
    ] as const)
      assert.ok(found(name, typed), name);
    assert.ok(!found('José', 'josa'));
  });
});
