import { countRequestsInWork, reportRequests } from '#platform/jobs/give-way.ts';
import { primaryProcess } from './api-processes.ts';

/** An API process that always works on 20 requests, until SIGHUP says that no one waits. */
let requests = 20;
process.on('SIGHUP', () => {
  requests = 0;
});
countRequestsInWork(() => requests);
const { channel } = primaryProcess();
channel.answer('stop', () => process.exit(0));
reportRequests(2, (count) => void channel.ask('requests', count));
await channel.ask('listening', '');
