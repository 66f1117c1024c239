import type { Schemas } from '../../api/client.ts';
import { fetchFile, saveFile } from '../../ui/download.ts';
import { withoutHeader } from './csv-header.ts';

/** Everything that was submitted, as one file. */
export async function downloadSubmissions({ id, title }: Schemas['Form'], history: boolean): Promise<void> {
  const parts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = new URLSearchParams({
      format: 'csv',
      ...(history && { history: 'true' }),
      ...(cursor !== undefined && { cursor }),
    });
    const response = await fetchFile(`/api/v1/forms/${id}/submissions?${query}`);
    const text = await response.text();
    // Each part begins with the names of the columns; one line of them is enough.
    parts.push(parts.length === 0 ? text : withoutHeader(text));
    cursor = response.headers.get('next-cursor');
  }
  saveFile(new Blob(parts, { type: 'text/csv' }), `${title.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}.csv`);
}
