import { access, constants } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Chromium takes the last list it is given, so this one holds what Playwright would leave out for the sake of stable
 * tests, and then what no one sees: the address bar's own pages cost 1.3 s of CPU in every new window.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
];

/** A Chromium: the one that MUSTER_BROWSER names, one of the system, or the one that comes as a package. */
export async function findBrowser(): Promise<{ path: string; args: string[] } | undefined> {
  const named = process.env['MUSTER_BROWSER'];
  for (const path of named === undefined ? usual : [named]) {
    if (await isProgram(path)) return { path, args: [] };
  }
  // The package holds a program for one kind of machine only.
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { default: packaged } = await import('@sparticuz/chromium');
  // Its other flags switch off the very protections that the tests are to see.
  return { path: await packaged.executablePath(), args: ['--headless=shell', '--no-zygote'] };
}

export async function launch(): Promise<Browser> {
  const found = await findBrowser();
  if (found === undefined) throw new Error('no Chromium on this machine: set MUSTER_BROWSER');
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({
    executablePath: found.path,
    args: [
      ...found.args,
      `--disable-features=${withoutFeatures.join()}`,
      '--disable-dev-shm-usage',
      '--disable-gpu',
      // A page lives for seconds: compiling its scripts again to run faster would be a tenth of the CPU of its process.
      '--js-flags=--no-opt,--no-maglev',
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  });
}

async function isProgram(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
