/** What other features may use. */
export { FailedJobs } from './failed-jobs.tsx';
export { MailWarning, TestMail, useIsSetupLoading, useSetup } from './mail-state.tsx';
