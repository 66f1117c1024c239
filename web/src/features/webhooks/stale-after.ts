/** What is out of date once an endpoint or its deliveries have changed. */
export const staleAfter = (id: number) =>
  [
    ['/api/v1/webhooks/endpoints'],
    ['/api/v1/webhooks/endpoints/{id}', { path: { id } }],
    ['/api/v1/webhooks/endpoints/{id}/statistics'],
    ['/api/v1/webhooks/status'],
  ] as const;
