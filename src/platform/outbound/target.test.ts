import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorBody } from '#platform/language/index.ts';
import { hostileAddresses, hostileTargets, publicAddresses } from '#test/outbound/hostile-targets.ts';
import { reachOf } from './addresses.ts';
import './messages/index.ts';
import { type CheckedTarget, checkTarget } from './target.ts';

const codeOf = (target: CheckedTarget) => (target.ok ? undefined : target.error.code);

describe('the reach of an address', () => {
  for (const address of hostileAddresses)
    it(`calls "${address}" reserved`, () => assert.equal(reachOf(address, []), 'reserved'));

  for (const address of publicAddresses)
    it(`calls ${address} public`, () => assert.equal(reachOf(address, []), 'public'));

  it('opens exactly the networks that are allowed', () => {
    const allow = ['127.0.0.0/8', '10.1.2.3', 'fd00::/16'];
    for (const address of ['127.0.0.1', '::ffff:127.9.9.9', '10.1.2.3', 'fd00::1'])
      assert.equal(reachOf(address, allow), 'allowed', address);
    for (const address of ['10.1.2.4', '::1', 'fd01::1', '169.254.169.254'])
      assert.equal(reachOf(address, allow), 'reserved', address);
    assert.equal(reachOf('8.8.8.8', allow), 'public');
  });

  for (const entry of [
    'localhost',
    '10.0.0.0/33',
    '10.0.0/8',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'fe80::%1/64',
  ])
    it(`refuses to allow "${entry}", and says how to write a network`, () => {
      assert.throws(
        () => reachOf('127.0.0.1', [entry]),
        /^ConfigError: MUSTER_ALLOW_TARGETS: ".*isn’t a network/,
      );
    });
});

describe('a target as it is entered', () => {
  for (const [url, code] of hostileTargets)
    it(`is refused: ${JSON.stringify(url.slice(0, 60))}`, () => {
      const target = checkTarget(url, []);
      assert.equal(target.ok ? target.url.href : target.error.code, code);
    });

  for (const address of hostileAddresses.filter((text) => text.includes(':') && !text.includes('%')))
    it(`is refused: https://[${address}]/`, () => {
      const target = checkTarget(`https://[${address}]/`, []);
      assert.equal(target.ok || target.error.code, 'blocked_target');
    });

  for (const [given, kept] of [
    ['https://example.org', 'https://example.org/'],
    ['https://example.org/hook?a=1&b=%20#part', 'https://example.org/hook?a=1&b=%20'],
    ['https://example.org.:8443/hook', 'https://example.org:8443/hook'],
    ['HTTPS://EXAMPLE.org:443/Hook', 'https://example.org/Hook'],
    ['https://bücher.example/hook', 'https://xn--bcher-kva.example/hook'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://my_host.example.org/', 'https://my_host.example.org/'],
    ['https://internal.example.org/', 'https://internal.example.org/'],
  ] as const)
    it(`is taken: ${given}`, () => {
      const target = checkTarget(given, []);
      assert.equal(target.ok && target.url.href, kept);
    });

  it('may be plain http, or localhost, only inside an allowed network', () => {
    const allow = ['127.0.0.0/8'];
    for (const url of [
      'http://127.0.0.1:4000/',
      'https://127.1/',
      'http://localhost:4000/',
      'http://a.localhost/',
    ])
      assert.equal(checkTarget(url, allow).ok, true, url);
    for (const url of [
      'http://10.0.0.1/',
      'http://[::1]/',
      'https://169.254.169.254/',
      'https://metadata.google.internal/',
    ])
      assert.equal(codeOf(checkTarget(url, allow)), 'blocked_target', url);
    for (const url of ['http://example.org/', 'http://8.8.8.8/'])
      assert.equal(codeOf(checkTarget(url, allow)), 'https_required', url);
  });

  it('is refused without repeating its secrets, in both languages', () => {
    const target = checkTarget('https://user:hunter2@example.org/', []);
    assert.ok(!target.ok);
    assert.doesNotMatch(JSON.stringify(errorBody('en', target.error)), /hunter2/);
    assert.match(errorBody('de', target.error).message, /^Die Adresse darf keine Zugangsdaten enthalten\./);
  });
});
