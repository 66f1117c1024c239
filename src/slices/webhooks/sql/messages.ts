import { type RawBuilder, sql } from 'kysely';

/**
 * The envelope of an event, as text. It is put together once, where the event's data lies, and what is stored is what
 * is sent: a signature covers bytes, not meaning. Written for a row that is called `e`.
 */
export const envelopeText: RawBuilder<string> = sql`
  '{"id":"' || e.id || '","type":' || to_json(e.type)::text || ',"created_at":"'
  || to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","organization_id":' || e.organization_id || ',"api_version":"v1","data":' || e.data::text || '}'`;
