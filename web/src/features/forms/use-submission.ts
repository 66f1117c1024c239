import { useApiMutation } from '../../api/mutation.ts';
import { dropDraft } from './drafts.ts';

/** Sends the answers to a form. What a form opens (shifts, journeys) is looked at anew afterwards. */
export function useSubmission(formId: number) {
  return useApiMutation('post', '/api/v1/forms/{id}/submissions', {
    onSuccess: () => dropDraft(formId),
    invalidates: [
      ['/api/v1/me/submissions'],
      ['/api/v1/me/journeys'],
      ['/api/v1/shifts/{id}/eligibility'],
      ['/api/v1/shifts/{id}/needs'],
      ['/api/v1/shifts'],
    ],
  });
}

export type SubmissionOfForm = ReturnType<typeof useSubmission>;
