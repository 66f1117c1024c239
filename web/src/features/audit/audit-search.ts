import { auditObjectTypes } from '@muster/client';
import { isDay } from '../../time/calendar.ts';

export const actorKinds = ['person', 'api_key', 'system', 'anonymous'] as const;
type ActorKind = (typeof actorKinds)[number];
type ObjectType = (typeof auditObjectTypes)[number];

export interface AuditSearch {
  readonly object?: ObjectType;
  readonly action?: string;
  readonly by?: ActorKind;
  readonly actor?: number;
  readonly subject?: number;
  readonly from?: string;
  readonly to?: string;
}

const idOf = (value: unknown) =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
const dayOf = (value: unknown) => (isDay(value) ? value : undefined);

/** What of the log is shown; what is not understood is left out. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const { action } = search;
  const read = {
    object: auditObjectTypes.find((one) => one === search['object']),
    action: typeof action === 'string' && action.trim() !== '' ? action.trim() : undefined,
    by: actorKinds.find((one) => one === search['by']),
    actor: idOf(search['actor']),
    subject: idOf(search['subject']),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
