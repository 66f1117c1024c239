/** What other features may use. */
export { FailedJobs } from './failed-jobs.tsx';
export { MailWarning, TestMail, useSetup } from './mail-state.tsx';
