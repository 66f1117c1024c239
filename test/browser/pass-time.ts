import type { Page, Request } from 'playwright-core';
import { until } from '#test/until.ts';
import { unanswered } from './failed-page.ts';

/** Shorter than any time-out and any pause of the app. */
const stepMs = 250;

/**
 * The clock of the page goes on in steps, each when everything that the page has asked for is answered: time that passes
 * in a moment would be too long for any answer. Requests that were lost never get one.
 */
export async function passTime(page: Page, ms: number, lost: readonly Request[] = []): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await until(() => unanswered(page).every((request) => lost.includes(request)));
    await page.clock.runFor(Math.min(stepMs, left));
  }
}
