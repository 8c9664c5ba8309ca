export interface SettingsInput {
  readonly socketDir: string;
  readonly maxConnections: number;
  readonly durable: boolean;
  /** Major version of the PostgreSQL that reads them. */
  readonly major: number;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * The product's configuration file: for a small machine shared with Node, short queries and durable commits. It is
 * rewritten at each start, so a new release can change it.
 */
export function settingsText({ socketDir, maxConnections, durable, major }: SettingsInput): string {
  const settings: Record<string, string> = {
    listen_addresses: "''",
    port: '5432',
    unix_socket_directories: quoted(socketDir),
    unix_socket_permissions: '0700',
    cluster_name: 'bkksiam',
    timezone: 'UTC',
    log_timezone: 'UTC',

    max_connections: String(maxConnections),
    shared_buffers: '128MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    huge_pages: 'off',
    jit: 'off',
    random_page_cost: '1.1',
    max_worker_processes: '4',
    max_parallel_workers_per_gather: '0',
    max_logical_replication_workers: '0',
    autovacuum_max_workers: '2',

    wal_buffers: '4MB',
    min_wal_size: '64MB',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    max_wal_senders: '2',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',

    // Failed statements are not logged: a visitor could fill the disk with them.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_line_prefix: "'%m [%p] '",
    ...(major >= 18 ? { io_method: 'sync' } : {}),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return ['# Written by BKK Siam at every start: changes made here are lost.', ...lines, ''].join(
    '\n',
  );
}
