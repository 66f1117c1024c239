import type { Call } from '#kernel/call.ts';
import type { Sealer, Tx } from '#platform/db/index.ts';
import { demoAttendance } from './attendance.ts';
import { demoBadges } from './badges.ts';
import { demoForms } from './forms.ts';
import { demoHourReports } from './hour-reports.ts';
import { demoJourneys } from './journeys.ts';
import { demoOrganization } from './organizations.ts';
import { demoShifts } from './shifts.ts';
import { demoWebhooks } from './webhooks.ts';

/** What the demo shows, in an empty database. Each part builds on the ones before it. */
export async function insertDemo(tx: Tx, sealer: Sealer, call: Call): Promise<void> {
  await demoOrganization(tx, call);
  await demoForms(tx, call);
  await demoShifts(tx, call);
  await demoAttendance(tx, call);
  await demoHourReports(tx, call);
  await demoBadges(tx, call);
  await demoJourneys(tx, call);
  await demoWebhooks(tx, sealer, call);
}
