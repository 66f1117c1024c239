import { problemOf } from '../api/problem.ts';
import { sessionFetch } from '../api/session.ts';

/** Saves an answer of the service as a file. A plain link could not carry the session. */
export async function download(path: string, fileName: string): Promise<void> {
  const response = await sessionFetch(new Request(path, { headers: { accept: 'text/csv, text/html' } }));
  if (!response.ok) throw await problemOf(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
