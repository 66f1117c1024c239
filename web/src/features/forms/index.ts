/** What other features may use. */
export { PersonAnswers } from './person-answers.tsx';
