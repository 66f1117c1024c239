import { managed } from '#platform/managed.ts';
import { authorize, chooseList } from '#slices/organizations/index.ts';
import { keepRequired } from '#slices/programs/index.ts';
import { presentForm } from './present.ts';
import { findForm, lockForm, updateForm } from './sql/forms.ts';
import { hasSubmitted } from './sql/submissions.ts';

/** An archived form is out of lists and takes no more answers; what was answered stays. */
export const managedForms = managed({
  name: 'form',
  shown: 'published',
  find: findForm,
  lock: lockForm,
  update: updateForm,
  present: (_platform, _db, row) => presentForm(row),
  gate: (db, call, organizationId, visibility) =>
    authorize(db, call, 'forms.manage', organizationId, visibility),
  choose: (db, call, organizationId) => chooseList(db, call, 'forms.manage', organizationId),
  concerns: (db, row, userId) => hasSubmitted(db, userId, row),
  async check(tx, { id, organization_id }, move) {
    if (move === 'archive') await keepRequired(tx, organization_id, { kind: 'form', id });
  },
});
