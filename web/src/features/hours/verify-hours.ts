import { refreshShifts, sendChange } from '../../api/mutation.ts';

export async function verifyHours(organizationId: number, ids: readonly number[]): Promise<number> {
  const { verified } = await sendChange('post', '/api/v1/organizations/{id}/attendance/verify', {
    path: { id: organizationId },
    body: { ids: [...ids] },
  });
  void refreshShifts();
  return verified;
}
