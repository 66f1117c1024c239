/** Something that happened in an organization. Recorded in the transaction that made it happen. */
export interface DomainEvent<Name extends string = string, Data = unknown> {
  readonly type: Name;
  readonly organizationId: number;
  readonly data: Data;
}

/** An event as it is stored and sent: the id never changes, however often it is delivered. */
export interface RecordedEvent<Data = unknown> {
  readonly id: string;
  readonly type: string;
  readonly organizationId: number;
  readonly createdAt: string;
  readonly data: Data;
}

/** A type of event, as the catalogue shows it. Its description is a text of the slice: `events.shift.checkin`. */
export interface EventType {
  readonly type: string;
  readonly example: unknown;
}

/** What it is called and what one looks like. Calling it makes one. */
export interface EventDefinition<Name extends string, Data> extends EventType {
  (organizationId: number, data: Data): DomainEvent<Name, Data>;
  readonly type: Name;
  readonly example: Data;
}

export function defineEvent<const Name extends string, Data>(
  type: Name,
  example: Data,
): EventDefinition<Name, Data> {
  const make = (organizationId: number, data: Data): DomainEvent<Name, Data> => ({
    type,
    organizationId,
    data,
  });
  return Object.assign(make, { type, example });
}
