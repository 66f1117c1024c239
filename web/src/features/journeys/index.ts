/** What other features may use. */
export { PersonJourneys } from './person-journeys.tsx';
