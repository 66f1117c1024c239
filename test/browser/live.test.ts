import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, demo, inDrill, isDrill, whyNoBrowser } from '#test/browser/app.ts';
import { until } from '#test/until.ts';
import { gateway } from './gateway.ts';
import { passTime } from './pass-time.ts';

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp();
const front = app && (await gateway(app.url));

describe('live updates', { skip }, () => {
  if (app === undefined || front === undefined) return;
  const { visit, open, load, enter, muster } = app;
  const at = (address: string) => `${front.url}${address}`;

  /** All its tabs see the service through the gateway. */
  const person = async (email: string): Promise<Page> => {
    const page = await visit();
    await enter(page, email, { throughUrl: front.url });
    return page;
  };
  const rename = async (title: string) => {
    const { access_token } = (
      await muster.as(undefined).post('/auth/login', { email: demo.coordinator, password: demo.password })
    ).body as { access_token: string };
    const answer = await muster.as(access_token).patch('/shifts/3', { title });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };

  it('come through one stream, however many tabs are open, and reach all of them', async () => {
    // In the drill, one more than the connections that a browser has for one address.
    const most = isDrill ? 7 : 2;
    const first = await person(demo.coordinator);
    const tabs = [first];
    for (let count = 1; count < most; count += 1) tabs.push(await first.context().newPage());
    for (const tab of tabs) await open(tab, at('/shifts/3'));
    await until(() => front.streams() === 1);
    await rename('Every tab');
    for (const tab of tabs) await tab.getByRole('heading', { level: 1, name: 'Every tab' }).waitFor();
    assert.equal(front.streams(), 1);
    // The tab that holds the stream closes: another one takes over and goes on where it was.
    await first.close();
    await until(() => front.streams() === 1 && front.resumed() > 0);
    await rename('All that are left');
    for (const tab of tabs.slice(1))
      await tab.getByRole('heading', { level: 1, name: 'All that are left' }).waitFor();
  });

  inDrill('recover by themselves where the stream stayed open and only reads failed', async () => {
    const page = await person(demo.coordinator);
    await page.clock.install();
    await load(page, at('/manage'));
    await until(() => front.streams() === 1);
    front.answer(503);
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.clock.runFor(5_000);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    front.answer(undefined);
    // A try that failed may be answered only now: the next one is counted from then.
    await until(async () => {
      await passTime(page, 2_000);
      return (await again.count()) === 0;
    });
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  });

  it('notice a stream that is dead although it looks open, and say so', async () => {
    const page = await visit({ changed: true });
    await page.clock.install();
    await open(page, at('/shifts/3'));
    await until(() => front.streams() > 0);
    front.silence();
    let answers = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/healthz')) answers += 1;
    });
    const paused = page.getByText('Live updates are paused.');
    // In steps: the server answers when it's asked, so it isn't away.
    await until(async () => {
      if ((await paused.count()) > 0) return true;
      await passTime(page, 250);
      return false;
    });
    assert.ok(answers >= 3, `${answers} answers`);
    front.speak();
    await page.clock.runFor(30_000);
    await paused.waitFor({ state: 'detached' });
  });

  inDrill('read again only what changed after a stream has ended as planned', async () => {
    const page = await person(demo.coordinator);
    await open(page, at('/shifts/3'));
    await until(() => front.streams() === 1);
    const reads: string[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('/live')) reads.push(new URL(request.url()).pathname);
    });
    const before = front.resumed();
    front.endStreams();
    await until(() => front.resumed() > before && front.streams() === 1);
    await rename('Only this changed');
    await page.getByRole('heading', { level: 1, name: 'Only this changed' }).waitFor();
    assert.ok(!reads.includes('/api/v1/organizations'), reads.join());
    assert.ok(!reads.includes('/api/v1/me'), reads.join());
  });

  inDrill('share one stream on plain http too, where the browser has no locks', async () => {
    const page = await visit({ changed: true });
    const context = page.context();
    await context.addInitScript("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })");
    const tabs = [page, await context.newPage(), await context.newPage()];
    for (const tab of tabs) await open(tab, at('/shifts/3'));
    await rename('Without locks');
    for (const tab of tabs) await tab.getByRole('heading', { level: 1, name: 'Without locks' }).waitFor();
    assert.equal(front.streams(), 1);
    await page.close();
    await rename('Handed over');
    for (const tab of tabs.slice(1))
      await tab.getByRole('heading', { level: 1, name: 'Handed over' }).waitFor();
  });

  // Two or three pages at once; away.test.ts looks at more of them, one after the other.
  if (isDrill) {
    it('say when the service is away, and what failed recovers when it is back', async () => {
      const page = await person(demo.coordinator);
      await open(page, at('/manage'));
      front.stop();
      await page.getByText('We can’t reach the server.').waitFor();
      await page.getByRole('link', { name: 'People', exact: true }).click();
      await page.getByText('No connection').first().waitFor();
      front.start();
      await page.getByText('We can’t reach the server.').waitFor({ state: 'detached' });
      await page.getByText('No connection').first().waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    });

    it('say within ten seconds on every page that the server hangs, and read again what failed', async () => {
      const pages = [await person(demo.coordinator), await visit({ changed: true })];
      for (const page of pages) await page.clock.install();
      const [coordinator, visitor] = pages as [Page, Page];
      await load(coordinator, at('/manage'));
      const second = await coordinator.context().newPage();
      await second.clock.install();
      await open(second, at('/me/hours'));
      await open(visitor, at('/'));
      await until(() => front.streams() === 2);
      front.hold(/./);
      front.silence();
      for (const page of [...pages, second]) await page.clock.runFor(9_500);
      for (const page of [...pages, second]) await page.getByText('We can’t reach the server.').waitFor();
      front.hold(undefined);
      front.speak();
      for (const page of [...pages, second]) {
        await page.clock.runFor(30_000);
        await page.getByText('We can’t reach the server.').waitFor({ state: 'detached' });
      }
    });
  }
});
