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
