/** What other features may use. */
export { SubmissionDetails } from './submission-details.tsx';
