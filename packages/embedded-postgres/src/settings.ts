import type { Address } from './address.ts';

/**
 * What differs from PostgreSQL's defaults, and why. fsync and synchronous_commit stay on. wal_compression stays off: the first change
 * of a page after a checkpoint logs the whole page, and this build takes half a millisecond to compress it. 30 sign-ups of
 * people and for shifts that no one had touched since wrote for 88 ms instead of 10.
 */
const own: Readonly<Record<string, string>> = {
  // Enough for the hot pages of a service of this size; more would be taken from the page cache.
  shared_buffers: '128MB',
  // initdb may have chosen fewer on a machine that was short of memory at that moment.
  max_connections: '100',
  // Our statements take milliseconds; compiling one would cost more than it saves.
  jit: 'off',
  // Workers share memory through /dev/shm, of which a container has 64 MB; and our queries are small.
  max_parallel_workers_per_gather: '0',
  // No one subscribes to this server: one process less.
  max_logical_replication_workers: '0',
  // Moments are written and compared in UTC, whatever the zone of the machine.
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements and the values in them may hold personal data; the application logs its own errors.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // Two lines every five minutes that say nothing to an operator.
  log_checkpoints: 'off',
  // Names the owner in the list of processes.
  cluster_name: 'muster',
};

function listening({ host, port }: Address): Record<string, string> {
  if (host.startsWith('/')) {
    return {
      listen_addresses: '',
      unix_socket_directories: host,
      unix_socket_permissions: '0700',
      port: String(port),
    };
  }
  return { listen_addresses: host, unix_socket_directories: '', port: String(port) };
}

export function settingArguments(address: Address, extra: Readonly<Record<string, string>>): string[] {
  const settings = { ...own, ...extra, ...listening(address) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
