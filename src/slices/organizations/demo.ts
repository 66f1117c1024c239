import type { Call } from '#kernel/call.ts';
import { hashPassword } from '#platform/credentials/passwords.ts';
import type { Tx } from '#platform/db/index.ts';
import { type DemoPerson, insertDemoOrganization, insertDemoPeople } from './sql/demo.ts';

export const demoPassword = 'demo-password';

/** The people of the demo, by what they do there. All share one password, printed at start. */
export const demoPeople: readonly DemoPerson[] = [
  { email: 'owner@demo.muster', name: 'Olivia Owner', role: 'owner', phone: '+1 555 0100' },
  { email: 'coordinator@demo.muster', name: 'Carlos Coordinator', role: 'coordinator', phone: '+1 555 0101' },
  { email: 'desk@demo.muster', name: 'Dana Desk', role: 'check_in', phone: null },
  { email: 'volunteer@demo.muster', name: 'Vera Volunteer', role: 'volunteer', phone: '+1 555 0103' },
  { email: 'amir@demo.muster', name: 'Amir Haddad', role: 'volunteer', phone: '+1 555 0104' },
  { email: 'bea@demo.muster', name: 'Bea Lindqvist', role: 'volunteer', phone: null },
  { email: 'chidi@demo.muster', name: 'Chidi Okafor', role: 'volunteer', phone: '+1 555 0106' },
  { email: 'daria@demo.muster', name: 'Daria Kowalska', role: 'volunteer', phone: null },
  { email: 'emil@demo.muster', name: 'Emil Novak', role: 'volunteer', phone: '+1 555 0108' },
  { email: 'fumiko@demo.muster', name: 'Fumiko Sato', role: 'volunteer', phone: null },
  { email: 'admin@demo.muster', name: 'Ada Admin', role: 'admin', phone: '+1 555 0110' },
];

/** Organization 1, open to every new account, as admin: whoever tries it can do all of it. */
export async function demoOrganization(tx: Tx, call: Call): Promise<void> {
  await insertDemoOrganization(tx, call.now);
  await insertDemoPeople(tx, demoPeople, await hashPassword(demoPassword), call.now);
}
