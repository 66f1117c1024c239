/** What other features may use. */
export { AskChosen } from './ask-chosen.tsx';
export { AskedPeople, useAskedStatus } from './asked-people.tsx';
export { CallOut } from './call-out.tsx';
export { MyAsks } from './my-asks.tsx';
