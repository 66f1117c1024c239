import module from 'node:module';
import type { AddressInfo } from 'node:net';

/** `muster serve` without the web app: killed while building it, it would leave the build running. */
module.enableCompileCache();
const { createPlatform } = await import('#app/run.ts');
const { createNotifier, createServer } = await import('#app/service.ts');
const platform = await createPlatform('muster serve');
createNotifier(platform);
const app = await createServer(platform);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
process.stdout.write(`  Address   http://127.0.0.1:${port}\n  Stop      Ctrl-C\n`);
