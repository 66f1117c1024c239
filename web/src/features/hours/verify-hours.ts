import { refreshShifts, send } from '../../api/send-change.ts';

export async function verifyHours(organizationId: number, ids: readonly number[]): Promise<number> {
  const { verified } = await send('post', '/api/v1/organizations/{id}/attendance/verify', {
    path: { id: organizationId },
    body: { ids: [...ids] },
  });
  void refreshShifts();
  return verified;
}
