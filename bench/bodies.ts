import { parseJsonBody } from '#platform/http/json-body.ts';
import { mostKeys, mostValues } from '#platform/http/json-scan.ts';

/**
 * What reading a body of up to 1 MiB costs the event loop, by shape: `npx node bench/bodies.ts`. CPU time of the thread, the
 * median and the worst of nine, the first of them not yet compiled.
 */
const megabyte = 1_048_576;

/** As many items as fit into a megabyte, and at most `most`. */
function list(itemOf: (index: number) => string, most = Number.POSITIVE_INFINITY): string {
  const items: string[] = [];
  let length = 2;
  for (let index = 0; index < most; index += 1) {
    const item = itemOf(index);
    length += Buffer.byteLength(item) + 1;
    if (length > megabyte) break;
    items.push(item);
  }
  return `[${items.join(',')}]`;
}
const object = (count: number, keyOf: (index: number) => string) =>
  `{${Array.from({ length: count }, (_, index) => `"${keyOf(index)}":1`).join(',')}}`;
const allowed = mostValues - 1;

const shapes: Record<string, string> = {
  'empty objects, a megabyte': `{"a":${list(() => '{}')}}`,
  'empty objects, as many as allowed': list(() => '{}', allowed),
  'objects with a key of their own': list((index) => `{"k${index}":1}`, allowed / 2),
  'objects with three keys of their own': list((i) => `{"a${i}":1,"b${i}":1,"c${i}":1}`, allowed / 4),
  'objects with as many keys as allowed': list((i) => object(mostKeys, (j) => `k${i}_${j}`), allowed / 1_001),
  'keys that are numbers': list(
    (i) => object(mostKeys, (j) => String((i * mostKeys + j) * 65_536)),
    allowed / 1_001,
  ),
  'keys with escapes': list((index) => `{"\\u006b${index}":1}`, allowed / 2),
  'long keys': list((index) => `{"${String(index).padStart(100, 'k')}":1}`, allowed / 2),
  'a duplicate key at the end': list((i) => (i < 4_990 ? `{"k${i}":1}` : `{"k":1,"k":1}`), 4_991),
  'numbers, a megabyte': list(() => '1'),
  'fractions, as many as allowed': list(() => '1.2345678901234567e-300', allowed),
  'one number of a million digits': `[${'1'.repeat(megabyte - 2)}]`,
  'texts, as many as allowed': list((index) => `"text ${index}"`, allowed),
  'one text of escapes': `["${'\\n'.repeat(megabyte / 2 - 2)}"]`,
  'one text of escaped quotes': `["${'\\"'.repeat(megabyte / 2 - 2)}"]`,
  'one text of Unicode escapes': `["${'\\u4e2d'.repeat(megabyte / 6 - 2)}"]`,
  'one text of four-byte characters': `["${'🦊'.repeat(megabyte / 4 - 2)}"]`,
  'white space': `[${' '.repeat(megabyte - 3)}1]`,
  'nested arrays': list(() => '[[[[]]]]', allowed / 4),
  'brackets that never close': '['.repeat(megabyte),
  'not JSON': 'x'.repeat(megabyte),
  'not JSON at its last byte': `${list((index) => `"text ${index}"`, allowed)}]`,
};

console.log('  median    worst  bytes    shape');
for (const [name, text] of Object.entries(shapes)) {
  const bytes = Buffer.from(text);
  const costs = Array.from({ length: 9 }, () => costMs(bytes));
  const [median = 0, worst = 0] = [costs.toSorted((a, b) => a - b)[4], Math.max(...costs)];
  console.log(
    `${median.toFixed(1).padStart(5)} ms ${worst.toFixed(1).padStart(5)} ms  ${String(bytes.length).padStart(7)}  ${name}`,
  );
}

function costMs(bytes: Buffer): number {
  const before = process.threadCpuUsage();
  try {
    parseJsonBody(bytes);
  } catch {
    // A refusal is an answer too.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
