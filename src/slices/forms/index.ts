import type { Slice } from '#platform/slice.ts';
import { formSubmitted } from './events.ts';
import { readPersonalData } from './reads/submissions.ts';
import { formRoutes } from './routes/forms.ts';
import { submissionRoutes } from './routes/submissions.ts';
import { forgetAnswers } from './sql/submissions.ts';

export const forms: Slice = {
  name: 'forms',
  tags: { Forms: 'Forms and responses.' },
  routes: (platform) => [...formRoutes(platform), ...submissionRoutes(platform)],
  events: [formSubmitted],
  personalData: {
    name: 'forms',
    export: (db, userId) => readPersonalData(db, userId),
    erase: (tx, _call, userId) => forgetAnswers(tx, userId),
  },
};

export { readMemberSubmissions } from './reads/submissions.ts';
export type { JsonObject } from './rules/schema-parts.ts';
export { MemberSubmission } from './schema.ts';
export { type FormFulfilment, fulfilmentOf, submissionTimes } from './sql/fulfilment.ts';
