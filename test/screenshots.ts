import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { seedDemo } from '#app/first-start.ts';
import { browserApp, demo } from './browser/app.ts';
import { until } from './until.ts';

/**
 * The pictures in the README: the demo at one moment, so that a new run changes only what has changed on screen. Far
 * ahead, because PostgreSQL's own clock decides whether a session has ended.
 */
const now = Temporal.Instant.from('2031-09-16T10:20:00-04:00');
const folder = path.resolve('docs/images');
/** WebP at this quality is a third of the size of a PNG, and text stays sharp. */
const quality = 82;

interface Picture {
  readonly name: string;
  readonly as?: string;
  readonly address: string;
  readonly phone?: true;
}

const pictures: readonly Picture[] = [
  { name: 'board', address: '/' },
  { name: 'today', as: demo.coordinator, address: '/manage' },
  { name: 'plan', as: demo.coordinator, address: '/manage/shifts' },
  { name: 'board-phone', address: '/', phone: true },
  { name: 'shift-phone', as: demo.volunteer, address: '/shifts/1', phone: true },
  { name: 'desk-phone', as: 'desk@demo.muster', address: '/desk/3', phone: true },
];

it('takes the pictures for the README', { timeout: 600_000 }, async () => {
  const app = await browserApp({ MUSTER_DEMO: 'off' });
  app.muster.stopClock(now);
  await seedDemo(app.muster.platform);
  await mkdir(folder, { recursive: true });
  for (const { name, as, address, phone = false } of pictures) {
    for (const dark of [false, true]) {
      const page = await app.visit({
        phone,
        dark,
        language: 'en-US',
        zone: 'America/New_York',
        changed: true,
      });
      await page.clock.setFixedTime(now.epochMilliseconds);
      const isQuiet = watchRequests(page);
      if (as !== undefined) await app.logIn(page, as);
      await app.open(page, address);
      await until(isQuiet);
      await writeFile(path.join(folder, `${name}-${dark ? 'dark' : 'light'}.webp`), await shoot(page));
      await page.close();
    }
  }
});

/** Whether everything that the page has requested is there. The stream of changes never ends. */
function watchRequests(page: Page): () => boolean {
  const running = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/live')) running.add(request);
  });
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  return () => running.size === 0;
}

/** The page once it has stopped moving: three pictures in a row are the same. */
async function shoot(page: Page): Promise<Buffer> {
  const debug = await page.context().newCDPSession(page);
  let last = '';
  let same = 0;
  await until(async () => {
    const { data } = await debug.send('Page.captureScreenshot', { format: 'webp', quality });
    same = data === last ? same + 1 : 0;
    last = data;
    return same === 2;
  });
  return Buffer.from(last, 'base64');
}
