import { once } from 'node:events';
import { lockFolder } from '../src/folder-lock.ts';

// One of several processes that want the same folder at the same moment.
const [, , dataDir = ''] = process.argv;
console.log('ready');
await once(process.stdin, 'data');
try {
  const lock = await lockFolder(dataDir, undefined);
  console.log('won');
  // Holds it until the others have had their turn.
  await once(process.stdin.resume(), 'end');
  lock.release();
} catch (error) {
  console.log(error instanceof Error ? error.name : error);
  process.stdin.destroy();
}
