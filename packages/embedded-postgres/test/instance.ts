import { startEmbeddedPostgres } from '../src/index.ts';

// A separate process that runs a server, for tests to kill. Speaks JSON lines; ends in order on SIGTERM.
const say = (message: unknown) => console.log(JSON.stringify(message));
const { pretend = {}, exitAtOnce, ...options } = JSON.parse(process.argv[2] ?? '{}');
for (const [name, value] of Object.entries(pretend)) Object.defineProperty(process, name, { value });

try {
  const server = await startEmbeddedPostgres({ ...options, onLog: (log) => say({ log }) });
  say({ url: server.url });
  if (exitAtOnce) process.exit(3);
  process.once('SIGTERM', () => server.stop());
} catch (error) {
  say(error instanceof Error ? { error: error.name, message: error.message } : { error });
  process.exitCode = 1;
}
