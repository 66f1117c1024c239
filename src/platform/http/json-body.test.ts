import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '#kernel/refusal.ts';
import { parseJsonBody } from './json-body.ts';
import { scanJson } from './json-scan.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

function errorOf(body: Buffer | string): { path: string; code: string } | undefined {
  try {
    parseJsonBody(Buffer.from(body));
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'bad_json');
    const [first] = error.errors;
    return first ? { path: first.path, code: first.code } : { path: '', code: 'syntax' };
  }
  return undefined;
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (count: number, item: string) => `[${Array<string>(count).fill(item).join(',')}]`;
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;

describe('a JSON body', () => {
  it('is read as JSON.parse reads it', () => {
    const text = '{"a":[1,-2.5e3,{"b":"\\u00e9\\" , : [ ] { }","c":null}],"d":true,"":""}';
    assert.deepEqual(parse(text), JSON.parse(text));
    assert.equal(parse('"just a text"'), 'just a text');
    assert.deepEqual(parse('\uFEFF{"bom":true}'), { bom: true });
  });

  it('counts as no body when it is empty or blank', () => {
    for (const text of ['', ' ', '\r\n\t', '\uFEFF']) assert.equal(parse(text), undefined);
  });

  it('is refused when it is not JSON', () => {
    for (const text of ['{', '{"a":1,}', "{'a':1}", 'nonsense', '{"a":01}', '[1]]', '"\n"'])
      assert.equal(errorOf(text)?.code, 'syntax', text);
  });

  it('is refused when its bytes are not UTF-8', () => {
    assert.equal(errorOf(Buffer.from([0x22, 0xff, 0x22]))?.code, 'not_utf8');
    // An overlong slash and a surrogate half: both only look like UTF-8.
    assert.equal(errorOf(Buffer.from([0x22, 0xc0, 0xaf, 0x22]))?.code, 'not_utf8');
    assert.equal(errorOf(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))?.code, 'not_utf8');
  });

  it('may be 32 levels deep and no deeper', () => {
    assert.deepEqual(parse(nested(32)), JSON.parse(nested(32)));
    assert.equal(errorOf(nested(33))?.code, 'depth');
    assert.equal(errorOf(nested(10_000))?.code, 'depth');
    assert.equal(errorOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)?.code, 'depth');
  });

  it('may hold 1,000 keys an object and no more', () => {
    assert.equal(Object.keys(parse(keys(1_000)) as object).length, 1_000);
    assert.deepEqual(errorOf(`{"list":[${keys(1_001)}]}`), { path: 'list.0', code: 'too_many_keys' });
  });

  it('names a key at most once, however it is written', () => {
    assert.deepEqual(errorOf('{"a":1,"b":{"c":1,"c":2}}'), { path: 'b.c', code: 'duplicate_key' });
    assert.deepEqual(errorOf('{"role":1,"\\u0072ole" : 2}'), { path: 'role', code: 'duplicate_key' });
    assert.deepEqual(errorOf('[{"a":1},{"a":1,"a":1}]'), { path: '1.a', code: 'duplicate_key' });
    assert.equal(errorOf('{"a":"a","b":["a","a"],"c":{"a":"b"}}'), undefined);
    assert.equal(errorOf('{"a\\\\":1,"a\\"":2,"a":3}'), undefined);
  });

  it('never names __proto__, however it is written', () => {
    assert.equal(errorOf('{"a":{"__proto__":{"admin":true}}}')?.code, 'forbidden_key');
    assert.equal(errorOf('{"\\u005f_proto__":1}')?.code, 'forbidden_key');
    assert.equal(errorOf('{"a":"__proto__"}'), undefined);
  });

  it('holds only text that PostgreSQL can store', () => {
    assert.deepEqual(errorOf('{"a":{"b":["x\\u0000y"]}}'), { path: 'a.b.0', code: 'nul_character' });
    assert.equal(errorOf('{"a":"\\ud800"}')?.code, 'lone_surrogate');
    assert.equal(errorOf('{"a":{"\\udc00":1}}')?.code, 'lone_surrogate');
    assert.deepEqual(parse('{"a":"\\ud83d\\ude00"}'), { a: '😀' });
  });

  it('holds only numbers that stay what they are', () => {
    assert.throws(
      () => parse('{"a":[1,-1e400]}'),
      (error) =>
        error instanceof Refusal &&
        error.code === 'validation_failed' &&
        error.errors[0]?.path === 'a.1' &&
        error.errors[0].code === 'number_too_large',
    );
    assert.equal(errorOf('{"a":[1e308,1e-400]}'), undefined);
  });

  it('never makes the answer larger than a line: a long path is cut', () => {
    const long = 'k'.repeat(100_000);
    for (const body of [`{"${long}":{"${long}":"\\u0000"}}`, `{"${long}":{"a":1,"a":2}}`]) {
      const first = errorOf(body);
      assert.ok(first && first.path.length <= 300, `${first?.path.length} characters`);
    }
  });

  it('may hold 10,000 values and no more', () => {
    assert.equal((parse(list(9_999, '1')) as unknown[]).length, 9_999);
    assert.equal((parse(list(9_999, '{}')) as unknown[]).length, 9_999);
    assert.equal((parse(list(3_333, '[{}, 1]')) as unknown[]).length, 3_333);
    assert.deepEqual(errorOf(list(10_000, '1')), { path: '', code: 'too_many_values' });
    assert.deepEqual(errorOf(`{"a":${list(10_000, '{}')}}`), { path: '', code: 'too_many_values' });
    assert.deepEqual(errorOf(list(5_000, '{"a":1}')), { path: '', code: 'too_many_values' });
    assert.equal(errorOf(list(3_334, '[[], 1]'))?.code, 'too_many_values');
  });

  it('beyond a limit is refused before anything is built from it', ({ mock }) => {
    const parser = mock.method(JSON, 'parse');
    const hostile = [`{"a":${list(340_000, '{}')}}`, '['.repeat(1_000_000), keys(50_000)];
    for (const body of hostile) assert.notEqual(errorOf(body), undefined);
    assert.equal(parser.mock.callCount(), 0);
  });

  it('is scanned in one pass: no byte is looked at more than a few times', () => {
    const hostile = [
      `["${'\\\\'.repeat(50_000)}"]`,
      `["${'\\"'.repeat(50_000)}"]`,
      `["${'\\'.repeat(99_999)}`,
      `{"a":${' '.repeat(100_000)}1}`,
      `[${'[],'.repeat(9_000)}[]]`,
      `{${'"a":"",'.repeat(900)}"a":1}`,
      '"'.repeat(99_999),
    ];
    for (const body of hostile) {
      const { bytes, reads } = counted(body);
      scanJson(bytes);
      assert.ok(reads() <= 3 * body.length, `${reads()} reads of ${body.length} bytes: ${body.slice(0, 20)}`);
    }
  });
});

/** Bytes that count how often one of them is read. */
function counted(text: string): { bytes: Uint8Array; reads: () => number } {
  let reads = 0;
  const bytes = new Proxy(Buffer.from(text), {
    get(target, name) {
      if (name === 'length') return target.length;
      reads += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  return { bytes, reads: () => reads };
}
