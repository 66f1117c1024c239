import { problemOf } from '../api/problem.ts';
import { sessionFetch } from '../api/session.ts';

/** An answer of the service that is a file. A plain link could not carry the session. */
export async function fetchFile(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await sessionFetch(new Request(new URL(path, location.origin), init));
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** Saves an answer of the service as a file. */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetchFile(path, { headers: { accept: 'text/csv, text/html' } });
  saveFile(await response.blob(), name);
}

/** Hands the person a file, as if it had been downloaded. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Shows a file in a tab that was opened for it, or in this one if the browser refused to open it. */
export function showFile(file: Blob, tab: Window | null): void {
  const url = URL.createObjectURL(file);
  if (tab === null) location.assign(url);
  else tab.location.replace(url);
}
