import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';

/** As much of a browser as the modules need; what is stored are the enumerable fields, as in a browser. */
class Storage {
  getItem(key: string): string | null {
    return Object.getOwnPropertyDescriptor(this, key)?.value ?? null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}
interface Sent {
  readonly path: string;
  readonly key: string | null;
  readonly isKept: boolean;
  answer(status: number, body?: object): void;
  /** As if the connection broke. */
  lose(): void;
}

const localStorage = new Storage();
const page = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  documentElement: { lang: 'en' },
});
const sent: Sent[] = [];
const token = { user_id: 7, access_token: 'secret', expires_in: 600 };
const jsonOf = (status: number, body: object) => Response.json(body, { status });
let renewed: Promise<unknown> = Promise.resolve();
const fetch = (input: Request | string): Promise<Response> => {
  if (typeof input === 'string') return renewed.then(() => jsonOf(200, token));
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const url = new URL(input.url);
  sent.push({
    path: url.pathname + url.search,
    key: input.headers.get('idempotency-key'),
    isKept: input.keepalive,
    answer: (status, body = {}) => resolve(jsonOf(status, body)),
    lose: () => reject(new TypeError('Failed to fetch')),
  });
  return promise;
};
Object.assign(globalThis, {
  fetch,
  document: page,
  window: Object.assign(new EventTarget(), { localStorage }),
  location: { origin: 'http://app.test' },
  BroadcastChannel: class {
    postMessage(): void {}
  },
});
let isOnline = true;
Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_800_000_000_000 });

// The types of a browser aren't known here.
const load = (name: string) => import(`./${name}.ts`);
const { changeLater, delayedChanges, canUndo } = await load('delayed-changes');
const { prepareChange } = await load('mutation');
const { finishDelayed } = await load('finish-delayed');
const { recover } = await load('recover');
const { startSession, leave } = await load('session');

const notes = () => Object.keys(localStorage).filter((key) => key.startsWith('muster.delayed.'));
const handedOver = () => notes().map((id) => JSON.parse(localStorage.getItem(id) ?? '').isHandedOver);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const locks = async () => (await navigator.locks.query()).held?.map(({ name }) => name) ?? [];
/** Waits until it's so, without the clock, which stands still here. */
const become = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await turn();
};
const decline = (id: number) => prepareChange('post', '/api/v1/registrations/{id}/decline', { path: { id } });
const leaveShift = (id: number) => prepareChange('delete', '/api/v1/shifts/{id}/signups', { path: { id } });
const leaveSpot = (id: number, registration_id: number) =>
  prepareChange('delete', '/api/v1/shifts/{id}/signups', { path: { id }, query: { registration_id } });
const holdNow = (...requests: object[]) => changeLater({ about: [], text: 'Declined.', requests, stale: [] });
const show = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};
const removeMember = (user_id: number) =>
  prepareChange('delete', '/api/v1/organizations/{id}/members/{user_id}', { path: { id: 1, user_id } });
/** Each request is tried once more before it counts as lost. */
const loseBoth = async (first: number) => {
  for (const at of [first, first + 1]) {
    await become(() => {
      mock.timers.tick(1_000);
      return sent.length > at;
    });
    sent[at]?.lose();
  }
};
const states = () => delayedChanges.list().map(({ state }: { state: string }) => state);
const failures: string[] = [];
delayedChanges.onFailure((text: string, list: readonly { name?: string }[]) =>
  failures.push(...list.map(({ name }) => name ?? text)),
);

localStorage.setItem('muster.session', '7');
await startSession();

describe('a change that can be undone', () => {
  beforeEach(() => {
    sent.length = 0;
    failures.length = 0;
  });

  it('is noted on the device until it is answered', async () => {
    const request = decline(1);
    holdNow(request);
    const [id = ''] = notes();
    const note = JSON.parse(localStorage.getItem(id) ?? '');
    assert.deepEqual([note.person, note.text, note.requests], [7, 'Declined.', [request]]);
    await become(async () => (await locks()).includes(`muster.delayed.${note.page}`));
    mock.timers.tick(9_999);
    await turn();
    assert.equal(sent.length, 0);
    mock.timers.tick(1);
    await become(() => sent.length === 1);
    assert.deepEqual([sent[0]?.path, sent[0]?.key], ['/api/v1/registrations/1/decline', request.key]);
    assert.equal(notes().length, 1);
    sent[0]?.answer(200);
    await become(() => notes().length === 0);
    await become(async () => (await locks()).length === 0);
    assert.deepEqual(failures, []);
  });

  it('is neither sent nor noted once it is undone', async () => {
    holdNow(decline(2));
    delayedChanges.undo(delayedChanges.list()[0].id);
    assert.deepEqual(notes(), []);
    mock.timers.tick(60_000);
    await turn();
    assert.deepEqual(sent, []);
  });

  it('is never sent once it is undone, also by someone whose pointer is still there', async () => {
    holdNow(decline(2));
    const [{ id }] = delayedChanges.list();
    const goOn = delayedChanges.pause(id);
    mock.timers.tick(60_000);
    delayedChanges.undo(id);
    goOn();
    delayedChanges.sendNow(id);
    mock.timers.tick(600_000);
    await turn();
    assert.deepEqual([sent, notes()], [[], []]);
  });

  it('is sent after two minutes by someone who never goes away', async () => {
    holdNow(decline(2));
    delayedChanges.pause(delayedChanges.list()[0].id);
    mock.timers.tick(119_999);
    await turn();
    assert.equal(sent.length, 0);
    mock.timers.tick(1);
    await become(() => sent.length === 1);
    sent[0]?.answer(200);
    await become(() => notes().length === 0);
  });

  it('goes out at once when the page is hidden, with all of its requests, and is noted until it is answered', async () => {
    holdNow(decline(3), decline(4), decline(5));
    show('hidden');
    assert.deepEqual(handedOver(), [true]);
    // No one waits for a page that ends.
    await turn();
    assert.equal(sent.length, 3);
    assert.ok(sent.every(({ isKept }) => isKept));
    for (const one of sent) one.answer(200);
    await become(() => notes().length === 0);
    show('visible');
  });

  it('takes the rest along when the page is hidden after the first of several was sent', async () => {
    holdNow(decline(3), decline(4));
    mock.timers.tick(10_000);
    await become(() => sent.length === 1);
    show('hidden');
    assert.deepEqual(handedOver(), [true]);
    await become(() => sent.length === 2);
    for (const one of sent) one.answer(200);
    await become(() => notes().length === 0);
    show('visible');
  });

  it('tells of each request that was running when the first one got no answer', async () => {
    holdNow({ ...decline(3), names: ['Ada'] }, { ...decline(4), names: ['Bo'] });
    show('hidden');
    await become(() => sent.length === 2);
    sent[1]?.answer(200, { items: [{ problem: { code: 'policy_conflict', detail: 'No.' } }] });
    for (const at of [0, 2]) {
      await become(() => {
        mock.timers.tick(1_000);
        return sent.length > at;
      });
      sent[at]?.answer(503);
    }
    await become(() => delayedChanges.list().length === 0);
    assert.deepEqual(failures, ['Declined.', 'Bo']);
    show('visible');
    await become(() => notes().length === 0);
  });

  it('stays noted if the browser cannot finish all of it without the page', async () => {
    const long = (id: number) => ({
      ...decline(id),
      change: { path: { id }, body: { reason: 'x'.repeat(15_000) } },
    });
    holdNow(long(6), long(7));
    show('hidden');
    await become(() => sent.length === 2);
    assert.deepEqual(
      sent.map(({ isKept }) => isKept),
      [true, false],
    );
    assert.deepEqual(handedOver(), [undefined]);
    for (const one of sent) one.answer(200);
    await become(() => notes().length === 0);
    show('visible');
  });

  it('stays noted if a token is needed first', async () => {
    mock.timers.tick(token.expires_in * 1_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    renewed = promise;
    holdNow(decline(8));
    show('hidden');
    await turn();
    assert.deepEqual([sent.length, notes().length], [0, 1]);
    resolve();
    await become(() => sent.length === 1);
    sent[0]?.answer(200);
    await become(() => notes().length === 0);
    show('visible');
  });

  it('is noted until someone can read that it was refused', async () => {
    holdNow({ ...decline(8), names: ['Ada', 'Bo'] });
    mock.timers.tick(10_000);
    await become(() => sent.length === 1);
    page.visibilityState = 'hidden';
    sent[0]?.answer(200, {
      items: [{ problem: null }, { problem: { code: 'policy_conflict', detail: 'No.' } }],
    });
    await become(() => delayedChanges.list().length === 0);
    assert.deepEqual([failures, notes().length], [['Bo'], 1]);
    show('visible');
    await become(() => notes().length === 0);
  });

  it('is not noted after it was sent if sending it again could do more', async () => {
    holdNow(leaveShift(9));
    mock.timers.tick(10_000);
    await become(() => sent.length === 1);
    assert.deepEqual(notes(), []);
    sent[0]?.answer(200);
    await become(() => delayedChanges.list().length === 0);
    holdNow(leaveShift(10));
    show('hidden');
    assert.deepEqual(notes(), []);
    await become(() => sent.length === 2);
    sent[1]?.answer(200);
    await become(() => delayedChanges.list().length === 0);
    show('visible');
  });

  it('stays noted until it is answered if it names the registration that it ends', async () => {
    holdNow(leaveSpot(11, 5));
    show('hidden');
    assert.deepEqual(handedOver(), [true]);
    await become(() => sent.length === 1);
    assert.equal(sent[0]?.path, '/api/v1/shifts/11/signups?registration_id=5');
    sent[0]?.answer(200);
    await become(() => notes().length === 0);
    show('visible');
  });
});

describe('a change that finds no connection', () => {
  beforeEach(() => {
    sent.length = 0;
    failures.length = 0;
  });
  const loseDelayed = async (...requests: object[]) => {
    holdNow(...requests);
    mock.timers.tick(10_000);
    await loseBoth(0);
    await become(() => states()[0] === 'unsent' || states().length === 0);
  };

  it('is kept and noted, and sent with its own key when there is one', async () => {
    const request = decline(21);
    await loseDelayed(request);
    assert.deepEqual([failures, notes().length, states()], [[], 1, ['unsent']]);
    recover();
    await become(() => sent.length === 3);
    assert.equal(sent[2]?.key, request.key);
    sent[2]?.answer(200);
    await become(() => states().length === 0);
    assert.deepEqual([failures, notes()], [[], []]);
    recover();
    await turn();
    assert.equal(sent.length, 3);
  });

  it('waits for the next one if that is lost too, and is reported when it is refused', async () => {
    await loseDelayed(decline(22));
    recover();
    await loseBoth(2);
    await become(() => states()[0] === 'unsent');
    recover();
    await become(() => sent.length === 5);
    sent[4]?.answer(409, { code: 'policy_conflict', detail: 'No.' });
    await become(() => states().length === 0);
    assert.deepEqual([failures, notes()], [['Declined.'], []]);
  });

  it('can be undone only if nothing can have arrived', async () => {
    await loseDelayed(decline(23));
    const [arrived] = delayedChanges.list();
    assert.equal(canUndo(arrived), false);
    delayedChanges.undo(arrived.id);
    assert.deepEqual(states(), ['unsent']);
    recover();
    await become(() => sent.length === 3);
    sent[2]?.answer(200);
    await become(() => states().length === 0);
    sent.length = 0;
    isOnline = false;
    await loseDelayed(decline(24));
    isOnline = true;
    delayedChanges.undo(delayedChanges.list()[0].id);
    recover();
    await turn();
    assert.deepEqual([states(), notes(), sent.length], [[], [], 2]);
  });

  it('sends only what was not answered, and reports a refusal at once', async () => {
    holdNow(decline(25), decline(26), decline(27));
    mock.timers.tick(10_000);
    await become(() => sent.length === 1);
    sent[0]?.answer(409, { code: 'policy_conflict', detail: 'No.' });
    await loseBoth(1);
    await become(() => states()[0] === 'unsent');
    assert.deepEqual(failures, ['Declined.']);
    recover();
    for (const at of [3, 4]) {
      await become(() => sent.length > at);
      sent[at]?.answer(200);
    }
    await become(() => states().length === 0);
    assert.deepEqual(
      sent.slice(3).map(({ path }) => path),
      ['/api/v1/registrations/26/decline', '/api/v1/registrations/27/decline'],
    );
    assert.deepEqual([failures, notes()], [['Declined.'], []]);
  });

  it('is not sent again if it may have arrived and could do more, but reported', async () => {
    await loseDelayed(removeMember(5));
    assert.deepEqual([failures, states()], [['Declined.'], []]);
    sent.length = 0;
    failures.length = 0;
    isOnline = false;
    await loseDelayed(removeMember(6));
    isOnline = true;
    assert.deepEqual([failures, states()], [[], ['unsent']]);
    recover();
    await become(() => sent.length === 3);
    sent[2]?.answer(200);
    await become(() => states().length === 0);
    assert.deepEqual([failures, notes()], [[], []]);
  });

  it('is not sent after an hour, but reported', async () => {
    await loseDelayed(decline(28));
    mock.timers.setTime(Date.now() + 61 * 60_000);
    recover();
    await become(() => states().length === 0);
    assert.deepEqual([failures, notes(), sent.length], [['Declined.'], [], 2]);
  });
});

describe('a change that a page left behind', () => {
  const told: string[] = [];
  const report = {
    done: (text: string) => told.push(`done ${text}`),
    failed: (text: string, list: readonly unknown[]) => told.push(...list.map(() => `failed ${text}`)),
    tooLate: (text: string) => told.push(`late ${text}`),
  };
  const minute = 60_000;
  const leaveBehind = (more: object = {}) => {
    const note = {
      page: 'gone',
      person: 7,
      text: 'Declined.',
      requests: [decline(1)],
      delayedAtMs: Date.now(),
    };
    localStorage.setItem('muster.delayed.one', JSON.stringify({ ...note, ...more }));
    return note.requests[0];
  };
  beforeEach(() => {
    sent.length = 0;
    told.length = 0;
  });

  it('is sent with its own key, once by all pages that find it', async () => {
    const { key } = leaveBehind({ delayedAtMs: Date.now() - 59 * minute });
    const finished = Promise.all([finishDelayed(report), finishDelayed(report)]);
    await become(() => sent.length === 1);
    assert.equal(sent[0]?.key, key);
    sent[0]?.answer(200);
    await finished;
    assert.deepEqual([sent.length, told, notes()], [1, ['done Declined.'], []]);
  });

  it('is not sent while its page is alive', async () => {
    leaveBehind();
    const alive = Promise.withResolvers<void>();
    void navigator.locks.request('muster.delayed.gone', () => alive.promise);
    const finished = finishDelayed(report);
    await become(async () => ((await navigator.locks.query()).pending?.length ?? 0) > 0);
    localStorage.removeItem('muster.delayed.one');
    alive.resolve();
    await finished;
    assert.deepEqual([sent, told], [[], []]);
  });

  it('is not sent after an hour, but told', async () => {
    leaveBehind({ delayedAtMs: Date.now() - 61 * minute });
    await finishDelayed(report);
    assert.deepEqual([sent, told, notes()], [[], ['late Declined.'], []]);
  });

  it('is sent again with its own key if the browser had it, and told only if it went wrong', async () => {
    const { key } = leaveBehind({ isHandedOver: true });
    const finished = finishDelayed(report);
    await become(() => sent.length === 1);
    assert.equal(sent[0]?.key, key);
    // The first one is still at work.
    sent[0]?.answer(409, { code: 'idempotency_in_flight', detail: 'Wait.' });
    await become(() => {
      mock.timers.tick(1_000);
      return sent.length === 2;
    });
    sent[1]?.answer(200);
    await finished;
    assert.deepEqual([told, notes()], [[], []]);
    leaveBehind({ isHandedOver: true });
    const refused = finishDelayed(report);
    await become(() => sent.length === 3);
    sent[2]?.answer(409, { code: 'policy_conflict', detail: 'No.' });
    await refused;
    assert.deepEqual([told, notes()], [['failed Declined.'], []]);
    told.length = 0;
    leaveBehind({ isHandedOver: true, delayedAtMs: Date.now() - 61 * minute });
    await finishDelayed(report);
    assert.deepEqual([sent.length, told, notes()], [3, [], []]);
  });

  it('is told when it is refused, and tried again when no one answered', async () => {
    leaveBehind();
    const finished = finishDelayed(report);
    await become(() => sent.length === 1);
    sent[0]?.answer(503);
    await become(() => {
      mock.timers.tick(1_000);
      return sent.length === 2;
    });
    sent[1]?.answer(503);
    await finished;
    assert.deepEqual([told, notes().length], [[], 1]);
    const again = finishDelayed(report);
    await become(() => sent.length === 3);
    sent[2]?.answer(409, { code: 'policy_conflict', detail: 'No.' });
    await again;
    assert.deepEqual([told, notes()], [['failed Declined.'], []]);
  });

  it('is neither sent for someone else nor kept for them', async () => {
    leaveBehind({ person: 8 });
    await finishDelayed(report);
    assert.deepEqual([sent, told, notes().length], [[], [], 1]);
    holdNow(decline(11));
    mock.timers.tick(10_000);
    await become(() => sent.length === 1);
    leave();
    assert.deepEqual(notes(), []);
    show('hidden');
    assert.deepEqual(notes(), []);
    failures.length = 0;
    sent[0]?.answer(200);
    await become(() => delayedChanges.list().length === 0);
    // No one sees an answer to someone who has gone.
    assert.deepEqual([failures, notes()], [[], []]);
  });
});
