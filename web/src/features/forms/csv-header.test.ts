import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutHeader } from './csv-header.ts';

describe('a later part of a CSV', () => {
  it('loses its header and nothing else, also where a question has several lines', () => {
    assert.equal(withoutHeader('name,age\r\nAda,36\r\n'), 'Ada,36\r\n');
    const header = '"Diet\n(""vegan"", none)",size\r\n';
    const rows = '"none\nat all",M\r\n';
    assert.equal(withoutHeader(header + rows), rows);
    assert.equal(withoutHeader('name'), '');
  });
});
