import type { Stage } from './stage.ts';

/**
 * Everyone who is registered for anything was there, a year and a day earlier: so all of it is over. Without
 * triggers and their million marks; rows that need hours mark people themselves. Returns the number of rows.
 */
export function pastAttendance(stage: Stage): Promise<number> {
  return stage.once('past attendance', async () => {
    await stage.sql(`
      set session_replication_role = replica;
      insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
        checked_in_at, checked_out_at, minutes, method, verified_at, created_at, updated_at)
      select r.id, r.organization_id, s.program_id, s.mission_id, s.id, r.user_id, 'checked_out', came, went,
        extract(epoch from went - came) / 60, 'self', case when r.id % 2 = 0 then went end, came, went
      from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
      cross join lateral (select r.start_time - interval '366 days' as came, r.end_time - interval '366 days' as went)`);
    await stage.sql('vacuum (analyze) attendance');
    const [counted] = await stage.sql<{ rows: number }>('select count(*)::int as rows from attendance');
    return counted?.rows ?? 0;
  });
}
