import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.generated.ts';

export type Schemas = components['schemas'];
export type MusterClient = Client<paths>;

/** A client of the whole API, typed by the contract: a wrong path, field or status does not compile. */
export function createClient(baseUrl: string, accessToken?: () => string | undefined): MusterClient {
  const client = createFetchClient<paths>({ baseUrl });
  client.use({
    onRequest({ request }) {
      const token = accessToken?.();
      if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
  });
  return client;
}
