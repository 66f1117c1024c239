import { systemClock } from '#kernel/time.ts';
import { parseConfig } from '#platform/config/index.ts';
import type { Database } from '#platform/db/index.ts';
import { createLog } from '#platform/log/index.ts';
import { openApiOf } from './service.ts';

/** The contract as text. Routes are only described here, never called, so they need no database. */
export function openApiDocument(): string {
  const config = parseConfig({});
  const database = {} as Database;
  const document = openApiOf({
    database,
    config,
    clock: systemClock,
    log: createLog('silent', false),
    publicUrl: () => '',
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
