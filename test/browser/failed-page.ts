import type { Page, Request } from 'playwright-core';

/** The text of a long page, of which the end says less. */
const mostLines = 80;

const requestsOf = new WeakMap<Page, Set<Request>>();

/** From now on it is known which requests of a page have no answer yet. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  requestsOf.set(page, requests);
  page.on('request', (request) => void requests.add(request));
  page.on('requestfinished', (request) => void requests.delete(request));
  page.on('requestfailed', (request) => void requests.delete(request));
}

/** What a page has asked for and not got yet, apart from live updates, which never end. */
export function unanswered(page: Page): Request[] {
  return [...(requestsOf.get(page) ?? [])].filter((request) => !request.url().includes('/api/v1/live'));
}

/** What a page shows and what it waits for: a test that gave up waiting doesn't say why. */
export async function describePage(page: Page): Promise<string> {
  if (page.isClosed()) return 'The page is closed.';
  const parts = await page.locator('main, [role=dialog], [role=status]').all();
  const shown = await Promise.all(parts.map((part) => part.ariaSnapshot()));
  const lines = shown.join('\n').split('\n');
  const waits = unanswered(page).map((request) => `${request.method()} ${request.url()}`);
  return [
    `The page ${page.url()} shows:`,
    ...lines.slice(0, mostLines),
    ...(lines.length > mostLines ? [`… and ${lines.length - mostLines} more lines`] : []),
    waits.length === 0 ? 'It waits for no answer.' : `It waits for answers to:\n${waits.join('\n')}`,
  ].join('\n');
}
