import type { Schemas } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { sessionFetch } from '../../api/session.ts';
import { withoutHeader } from './csv-header.ts';

/** Everything that was submitted, as one file. The bearer token goes with the request, so a plain link cannot do it. */
export async function downloadSubmissions({ id, title }: Schemas['Form'], history: boolean): Promise<void> {
  const parts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = new URLSearchParams({
      format: 'csv',
      ...(history && { history: 'true' }),
      ...(cursor !== undefined && { cursor }),
    });
    const address = new URL(`/api/v1/forms/${id}/submissions?${query}`, location.origin);
    const response = await sessionFetch(new Request(address));
    if (!response.ok) throw await problemOf(response);
    const text = await response.text();
    // Each part begins with the names of the columns; one line of them is enough.
    parts.push(parts.length === 0 ? text : withoutHeader(text));
    cursor = response.headers.get('next-cursor');
  }
  save(new Blob(parts, { type: 'text/csv' }), `${title.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}.csv`);
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
