import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browserApp, type Visit, whyNoBrowser } from '#test/browser/app.ts';
import { expect200 } from '#test/people.ts';
import { until } from '#test/until.ts';
import { addresses, appRoutes, type Rank, ranks } from './addresses.ts';

const people: Readonly<Record<string, { rank: Rank; email?: string }>> = {
  visitor: { rank: 'everybody' },
  volunteer: { rank: 'person', email: 'volunteer@demo.muster' },
  desk: { rank: 'check_in', email: 'desk@demo.muster' },
  coordinator: { rank: 'coordinator', email: 'coordinator@demo.muster' },
  owner: { rank: 'admin', email: 'owner@demo.muster' },
};
const languages = ['en-GB', 'de-DE'] as const;
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
const schemes = ['light', 'dark'] as const;
/** Pages that the service draws itself. */
const ownPages = ['/docs/errors', '/dev/mail', '/nothing-is-here'];

const skip = await whyNoBrowser();
const app = skip ? undefined : await browserApp({ MUSTER_ALLOW_TARGETS: '127.0.0.0/8' });
const wantedPerson = process.env['MUSTER_DRILL_AS'] ?? '';
const wantedLanguage = process.env['MUSTER_DRILL_LANGUAGE'] ?? '';
const wantedPath = process.env['MUSTER_DRILL_PATH'] ?? '';

/** What this person may visit, and the first page of each kind that they may not. */
async function screensOf(rank: Rank): Promise<string[]> {
  const may = (needs: Rank) => ranks.indexOf(needs) <= ranks.indexOf(rank);
  const routes = await appRoutes();
  const refused = ranks.flatMap(
    (kind) => routes.filter(({ needs }) => needs === kind && !may(needs))[0] ?? [],
  );
  const visited = [...routes.filter(({ needs }) => may(needs)), ...refused];
  return [...visited.flatMap(({ path }) => addresses[path] ?? []), ...ownPages].filter((address) =>
    address.includes(wantedPath),
  );
}

/** The page in another theme, with no color half-way into another. */
async function paint(page: Page, colorScheme: (typeof schemes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(`{
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }');
    document.adoptedStyleSheets = [still];
  }`);
  // Pages that the service draws itself have no such mark.
  await until(async () => {
    const painted = await page.evaluate('document.documentElement.dataset.mantineColorScheme');
    return painted === undefined || painted === colorScheme;
  });
}

describe('every screen', { skip, timeout: 3_600_000 }, () => {
  if (app === undefined) return;
  const { visit, open, logIn, axe, muster } = app;

  const pageOf = async (email: string | undefined, language: (typeof languages)[number]): Promise<Page> => {
    const how: Visit = { language };
    const page = await visit(how);
    if (email === undefined) return page;
    await muster.database.pool.query('update users set language = $1 where email = $2', [
      language.slice(0, 2),
      email,
    ]);
    await logIn(page, email);
    return page;
  };

  it('has an endpoint for webhooks to show', async () => {
    const owner = { email: 'owner@demo.muster', password: 'demo-password' };
    const { access_token } = expect200(await muster.as().post('/auth/login', owner));
    const endpoint = {
      name: 'Hook',
      url: 'http://127.0.0.1:8099/hook',
      organization_id: 1,
      events: ['shift.checkin'],
    };
    expect200(await muster.as(access_token).post('/webhooks/endpoints', endpoint));
  });

  for (const [name, { rank, email }] of Object.entries(people)) {
    if (!name.includes(wantedPerson)) continue;
    for (const language of languages.filter((one) => one.includes(wantedLanguage))) {
      it(`has no violations: ${name}, in ${language}`, async () => {
        const page = await pageOf(email, language);
        const violations: string[] = [];
        for (const address of await screensOf(rank)) {
          await page.setViewportSize(sizes.desktop);
          await open(page, address);
          for (const [size, viewport] of Object.entries(sizes)) {
            await page.setViewportSize(viewport);
            for (const colorScheme of schemes) {
              await paint(page, colorScheme);
              for (const violation of await axe(page))
                violations.push(`${address} (${size}, ${colorScheme}): ${violation}`);
            }
          }
        }
        assert.deepEqual(violations, []);
      });
    }
  }
});
