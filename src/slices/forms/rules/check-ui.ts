import type { FieldError } from '#kernel/refusal.ts';
import { formErrors } from '../errors.ts';
import { fieldsOf } from './fields.ts';
import { limits } from './limits.ts';
import { isObject, type JsonObject, own } from './schema-parts.ts';

/** What is wrong with the description of how a form is shown. */
export function uiErrors(ui: JsonObject, schema: JsonObject): FieldError[] {
  if (Buffer.byteLength(JSON.stringify(ui)) > limits.uiBytes)
    return [formErrors.ui_too_large('ui', { limit: limits.uiBytes })];
  const errors: FieldError[] = [];
  const fields = new Set(fieldsOf(schema, {}));
  const order = own(ui, 'order');
  if (order !== undefined && !Array.isArray(order)) errors.push(formErrors.order_not_list('ui.order'));
  for (const [index, name] of Array.isArray(order) ? order.entries() : []) {
    if (typeof name === 'string' && fields.has(name)) continue;
    errors.push(formErrors.unknown_field(`ui.order.${index}`));
  }
  const widgets = own(ui, 'widgets');
  if (widgets !== undefined && !isObject(widgets)) errors.push(formErrors.widgets_not_object('ui.widgets'));
  return errors.slice(0, limits.errors);
}
