import { systemClock } from '#kernel/time.ts';
import { parseConfig } from '#platform/config/index.ts';
import { createLog } from '#platform/log/index.ts';
import type { Platform } from '#platform/slice.ts';
import { openApiOf } from './service.ts';

/** The contract as text. Routes are only described here, never called, so they need no database. */
export function openApiDocument(): string {
  const config = parseConfig({});
  const platform = {
    database: {},
    config,
    clock: systemClock,
    log: createLog('silent', false),
    publicUrl: () => '',
  };
  const document = openApiOf(platform as unknown as Platform);
  return `${JSON.stringify(document, null, 2)}\n`;
}
