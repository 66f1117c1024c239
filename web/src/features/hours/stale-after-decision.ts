/** What is read again after a coordinator has decided on reported hours. */
export const staleAfterDecision = [
  ['/api/v1/organizations/{id}/hours/reports'],
  ['/api/v1/organizations/{id}/hours'],
  ['/api/v1/organizations/{id}/members/{user_id}'],
  ['/api/v1/me/hours'],
  ['/api/v1/me/hours/reports'],
  ['/api/v1/me/waiting'],
] as const;
