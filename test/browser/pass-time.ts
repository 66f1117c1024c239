import type { Page, Request } from 'playwright-core';
import { until } from '#test/until.ts';
import { unanswered } from './failed-page.ts';

/**
 * The clock of the page goes on when everything that it has asked for is answered: time that passes in a moment would be
 * too long for any answer. Requests that were lost never get one.
 */
export async function passTime(page: Page, ms: number, lost: readonly Request[] = []): Promise<void> {
  await until(() => unanswered(page).every((request) => lost.includes(request)));
  await page.clock.runFor(ms);
}
