import { isolate } from '#platform/jobs/isolate.ts';
import { announceToPeople } from '#platform/live/index.ts';
import type { Platform } from '#platform/slice.ts';
import { sendNotifications } from '../jobs.ts';
import { nameJoined, nameNotice, textKeyOf } from '../present.ts';
import { wants } from '../rules/channels.ts';
import { isJoined } from '../rules/joined.ts';
import { type BrowserRow, deleteBrowser, selectBrowsers } from '../sql/browsers.ts';
import type { NoticeGroup } from '../sql/notices.ts';
import { type PushText, pushTo } from './push.ts';

/** Push services take about 4,000 bytes. */
const longestPush = 500;

/** Open screens count one more, and browsers show it. Neither is tried again: the list has it. */
export async function announceNotices(
  platform: Platform,
  groups: readonly NoticeGroup[],
  now: Temporal.Instant,
): Promise<void> {
  const { database } = platform;
  announceToPeople(
    database,
    groups.map(([row]) => ({ organizationId: row.organization_id, userId: row.user_id })),
  );
  const wanted = groups.filter(([row]) => wants(row.preferences, row.kind, 'push'));
  const browsers = await selectBrowsers(database.db, [...new Set(wanted.map(([row]) => row.user_id))], now);
  await Promise.all(
    wanted.map(async (rows) => {
      const { user_id: userId, organization_id: organizationId } = rows[0];
      const own = browsers.filter((browser) => browser.user_id === userId);
      if (own.length === 0) return;
      // One that can't be named spoils no other.
      const push = await isolate(platform, sendNotifications.name, organizationId, async () => pushOf(rows));
      if (push) await Promise.all(own.map((browser) => pushToBrowser(platform, browser, push)));
    }),
  );
}

async function pushToBrowser(platform: Platform, browser: BrowserRow, push: PushText): Promise<void> {
  const result = await pushTo(platform, browser, push);
  if (result === 'gone') await deleteBrowser(platform.database.db, browser.user_id, browser.id);
}

function pushOf(rows: NoticeGroup): PushText {
  const [row] = rows;
  const textKey = textKeyOf(row);
  const { title, text, href } =
    rows.length > 1 && isJoined(textKey) ? nameJoined(row, textKey, rows.length) : nameNotice(row);
  const body = (text ?? row.organization_name).slice(0, longestPush);
  return { title, body, href, lang: row.language, tag: `notice-${row.id}` };
}
