import { declareErrors } from '#kernel/refusal.ts';

const limited = { params: { limit: 'number' } } as const;
const conflict = { refusal: 'conflict' } as const;
const unsafe = { code: 'unsafe_pattern' } as const;

export const formErrors = declareErrors('forms', {
  closed: conflict,
  new_version: conflict,
  too_many_responses: { ...conflict, params: { limit: 'number' } },
  already_submitted: { ...conflict, remedy: { rel: 'submissions', href: '/me/forms' } },

  // Answers
  answers_too_large: { code: 'too_large' },
  answers_too_many: { code: 'too_many' },
  answers_too_long: { code: 'too_long' },
  answers_too_deep: { ...limited, code: 'depth' },
  list_too_long: { ...limited, code: 'too_many' },
  empty: { code: 'min_length' },
  format_time: { code: 'format' },
  const: { params: { value: 'text' } },
  not_agreed: { code: 'const' },
  enum: { params: { options: 'options' } },
  dependent_required: {},
  additional_properties: {},
  unevaluated_properties: {},
  unevaluated_items: {},
  items: {},
  not_allowed: {},
  any_of: {},
  one_of: {},
  one_of_several: { code: 'one_of' },
  not: {},
  contains: {},
  contains_least: { ...limited, code: 'contains' },
  contains_between: { params: { least: 'number', most: 'number' }, code: 'contains' },
  too_few_fields: { ...limited, code: 'min_properties' },
  property_names: {},

  // Schemas
  schema_too_large: { ...limited, code: 'too_large' },
  schema_too_deep: { ...limited, code: 'depth' },
  schema_not_object: { code: 'type' },
  too_many_fields: { ...limited, code: 'too_many' },
  too_complex: {},
  dialect: {},
  recursion: {},
  foreign_reference: {},
  dynamic_reference: {},
  dangling_reference: { params: { definition: 'text' } },
  too_many_options: { ...limited, code: 'too_many' },
  option_too_long: { ...limited, code: 'too_large' },
  pattern_too_long: { ...limited, ...unsafe },
  pattern_invalid: unsafe,
  pattern_repeats: unsafe,
  pattern_ambiguous: unsafe,
  pattern_refers_back: unsafe,
  pattern_group: unsafe,

  // The description of how a form is shown
  ui_too_large: { ...limited, code: 'too_large' },
  order_not_list: { code: 'type' },
  unknown_field: {},
  widgets_not_object: { code: 'type' },
});
