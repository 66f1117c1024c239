import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, parseConfig } from './index.ts';

describe('the configuration', () => {
  it('needs no variable at all', () => {
    const config = parseConfig({});
    assert.deepEqual(
      {
        port: config.port,
        host: config.host,
        dataDir: config.dataDir,
        demo: config.demo,
        rateLimit: config.rateLimit,
      },
      { port: 3000, host: '127.0.0.1', dataDir: './data', demo: true, rateLimit: 'on' },
    );
    assert.equal(config.databaseUrl, undefined);
    assert.deepEqual(config.corsOrigins, ['*']);
  });

  it('shows the demo only where there is no DATABASE_URL, unless told otherwise', () => {
    const DATABASE_URL = 'postgres://muster@localhost/muster';
    assert.equal(parseConfig({ DATABASE_URL }).demo, false);
    assert.equal(parseConfig({ DATABASE_URL, MUSTER_DEMO: 'on' }).demo, true);
    assert.equal(parseConfig({ MUSTER_DEMO: 'off' }).demo, false);
  });

  it('reads numbers, lists and addresses', () => {
    const config = parseConfig({
      PORT: '0',
      MUSTER_PUBLIC_URL: 'https://muster.example.org/',
      MUSTER_CORS_ORIGINS: ' https://a.example , ,https://b.example',
      MUSTER_ALLOW_TARGETS: '127.0.0.0/8,::1/128',
      MUSTER_TRUST_PROXY: '2',
      MUSTER_PROCESSES: '12',
    });
    assert.equal(config.port, 0);
    assert.equal(config.publicUrl, 'https://muster.example.org');
    assert.deepEqual(config.corsOrigins, ['https://a.example', 'https://b.example']);
    assert.deepEqual(config.allowTargets, ['127.0.0.0/8', '::1/128']);
    assert.equal(config.trustProxy, 2);
    assert.equal(config.processes, 12);
    assert.equal(parseConfig({}).processes, 1);
    assert.ok(parseConfig({ MUSTER_PROCESSES: 'auto' }).processes >= 1);
  });

  it('takes an empty variable for one that is not set', () => {
    assert.deepEqual(
      parseConfig({ PORT: '', DATABASE_URL: '', LOG_LEVEL: '', MUSTER_SECRET: '' }),
      parseConfig({}),
    );
  });

  it('reports every error at once, by the name of the variable and without its value', () => {
    const faulty = {
      PORT: '70000',
      DATABASE_URL: 'mysql://user:topsecret@localhost/muster',
      DATABASE_LISTEN_URL: 'postgres://topsecret@a,,b/muster',
      MUSTER_DEMO: 'yes',
      MUSTER_PUBLIC_URL: 'muster.example.org',
      MUSTER_SECRET: 'topsecret',
      MUSTER_TRUST_PROXY: '-1',
      MUSTER_CORS_ORIGINS: 'topsecret',
      MUSTER_METRICS_TOKEN: 'topsecret',
      MUSTER_PROCESSES: '65',
      MUSTER_DB_POOL: '3',
      MUSTER_WORKER_CONCURRENCY: '1.5',
      MUSTER_ALLOW_TARGETS: '10.0.0.0/8,topsecret',
      SMTP_URL: 'topsecret',
      LOG_LEVEL: 'LOUD',
    };
    assert.throws(
      () => parseConfig(faulty),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.deepEqual(
          error.message.split('\n').flatMap((line) => /^ {2}(\w+) must be \S/.exec(line)?.[1] ?? []),
          Object.keys(faulty),
        );
        assert.doesNotMatch(error.message, /topsecret|70000|LOUD/);
        return true;
      },
    );
  });

  it('refuses addresses that lead nowhere', () => {
    const faulty = {
      DATABASE_READ_URL: ['postgres://muster@a,,b/muster'],
      MUSTER_PUBLIC_URL: ['https://a b', 'https://:99999', 'https://a.example?b', 'https://user@a.example'],
      MUSTER_CORS_ORIGINS: ['a.example', 'https://a.example/', 'https://a.example,b', 'https://'],
      SMTP_URL: ['smtp://', 'smtp://user@:587', 'smtp://a.example:99999', 'smtp://user:pass#word@a.example'],
    };
    for (const [name, values] of Object.entries(faulty))
      for (const value of values)
        assert.throws(() => parseConfig({ [name]: value }), new RegExp(`${name} must be`), value);
  });

  it('takes the addresses that operators use', () => {
    const usual = {
      DATABASE_READ_URL: ['postgres://muster:password@replica:5432/muster', 'postgres:///muster?host=/tmp'],
      MUSTER_PUBLIC_URL: ['http://localhost:3000', 'https://[::1]:3000/', 'https://a.example/muster'],
      MUSTER_CORS_ORIGINS: ['*', 'http://localhost:5173', 'https://a.example, capacitor://localhost'],
      SMTP_URL: ['smtp://localhost', 'smtps://user%40a.example:p%23ss@mail.a.example:465?pool=true'],
    };
    for (const [name, values] of Object.entries(usual))
      for (const value of values) assert.doesNotThrow(() => parseConfig({ [name]: value }), value);
  });

  it('refuses numbers that only look like one', () => {
    for (const PORT of ['3000.5', '3e3x', 'NaN', 'Infinity', 'true', '0x10', '-0.1'])
      assert.throws(() => parseConfig({ PORT }), ConfigError, PORT);
  });
});
