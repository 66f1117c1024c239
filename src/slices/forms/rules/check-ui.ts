import type { Fault } from '#kernel/refusal.ts';
import { limits } from './limits.ts';
import { fieldsOf, isObject, type JsonObject, own } from './schema-parts.ts';

/** What is wrong with the description of how a form is shown. */
export function uiFaults(ui: JsonObject, schema: JsonObject): Fault[] {
  if (Buffer.byteLength(JSON.stringify(ui)) > limits.uiBytes)
    return [{ path: 'ui', code: 'too_large', message: `must have at most ${limits.uiBytes} bytes` }];
  const faults: Fault[] = [];
  const fields = new Set(fieldsOf(schema, {}));
  const order = own(ui, 'order');
  if (order !== undefined && !Array.isArray(order))
    faults.push({ path: 'ui.order', code: 'type', message: 'must be a list of field names' });
  for (const [index, name] of Array.isArray(order) ? order.entries() : []) {
    if (typeof name === 'string' && fields.has(name)) continue;
    faults.push({
      path: `ui.order.${index}`,
      code: 'unknown_field',
      message: 'is not a field of the schema',
    });
  }
  const widgets = own(ui, 'widgets');
  if (widgets !== undefined && !isObject(widgets))
    faults.push({ path: 'ui.widgets', code: 'type', message: 'must be an object by field names' });
  return faults.slice(0, limits.faults);
}
