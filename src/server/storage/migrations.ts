import type { Database } from 'libsql'

/**
 * Steps of the schema, for both engines (postgres/schema.ts): each leads from its index to the next
 * version. Only append.
 */
export const STEPS: readonly string[] = [
  `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    is_failover_on INTEGER NOT NULL CHECK (is_failover_on IN (0, 1)),
    is_suspended INTEGER NOT NULL CHECK (is_suspended IN (0, 1)),
    daily_credits INTEGER CHECK (daily_credits >= 0),
    credits_per_second INTEGER CHECK (credits_per_second > 0),
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE keys (
    id TEXT PRIMARY KEY NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    networks TEXT NOT NULL,
    allowed_methods TEXT NOT NULL,
    allowed_contracts TEXT NOT NULL,
    allowed_origins TEXT NOT NULL,
    allowed_sources TEXT NOT NULL,
    daily_limit INTEGER CHECK (daily_limit >= 0),
    is_revoked INTEGER NOT NULL CHECK (is_revoked IN (0, 1)),
    revokes_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX keys_by_account ON keys (account_id);
  -- Balances are sums over this table, so the usage records add up to them by construction.
  CREATE TABLE usage (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    key_id TEXT NOT NULL,
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    network TEXT NOT NULL,
    method TEXT NOT NULL,
    calls INTEGER NOT NULL CHECK (calls >= 0),
    credits INTEGER NOT NULL CHECK (credits >= 0),
    errors INTEGER NOT NULL CHECK (errors >= 0),
    forwarded INTEGER NOT NULL CHECK (forwarded >= 0),
    cached INTEGER NOT NULL CHECK (cached >= 0),
    PRIMARY KEY (account_id, day, key_id, hour, network, method)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE forwarded (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    account_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    network TEXT NOT NULL,
    method TEXT NOT NULL,
    partner TEXT NOT NULL,
    reason TEXT NOT NULL,
    duration_ms REAL NOT NULL
  ) STRICT;
  CREATE INDEX forwarded_by_time ON forwarded (at);
  CREATE INDEX forwarded_by_account ON forwarded (account_id, at);
  `,
  `
  ALTER TABLE keys ADD COLUMN credits_per_second INTEGER CHECK (credits_per_second > 0);
  -- A table of its own: a use of a key is no change of the key, and must not look like one to other processes.
  CREATE TABLE key_uses (
    key_id TEXT PRIMARY KEY NOT NULL,
    last_used_at TEXT NOT NULL
  ) STRICT;
  -- Usage of days whose hours are no longer kept.
  CREATE TABLE usage_days (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    key_id TEXT NOT NULL,
    network TEXT NOT NULL,
    method TEXT NOT NULL,
    calls INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    forwarded INTEGER NOT NULL,
    cached INTEGER NOT NULL,
    PRIMARY KEY (account_id, day, key_id, network, method)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_by_day ON usage (day, account_id, key_id);
  CREATE INDEX usage_days_by_day ON usage_days (day, account_id, key_id);
  `,
  `
  -- People signed in to the dashboard, and links that sign in once. Of a secret the hash alone; no account: the operator.
  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY NOT NULL,
    account_id TEXT,
    binding TEXT NOT NULL,
    created_at TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    passkey_id TEXT
  ) STRICT;
  CREATE INDEX sessions_by_account ON sessions (account_id, created_at);
  CREATE TABLE sign_in_links (
    hash TEXT PRIMARY KEY NOT NULL,
    account_id TEXT,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id, created_at);
  CREATE TABLE passkeys (
    id TEXT PRIMARY KEY NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  ) STRICT;
  CREATE INDEX passkeys_by_account ON passkeys (account_id);
  CREATE TABLE used_challenges (
    hash TEXT PRIMARY KEY NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE dashboard_secrets (
    name TEXT PRIMARY KEY NOT NULL,
    secret TEXT NOT NULL
  ) STRICT;
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    via TEXT NOT NULL,
    operation TEXT NOT NULL,
    account_id TEXT,
    subject TEXT,
    params TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_account ON audit (account_id, id);
  -- Calls that came to an error, those that were refused before anything was charged included.
  CREATE TABLE call_errors (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    key_id TEXT NOT NULL,
    network TEXT NOT NULL,
    method TEXT NOT NULL,
    error TEXT NOT NULL,
    calls INTEGER NOT NULL,
    last_at TEXT NOT NULL,
    PRIMARY KEY (account_id, day, key_id, network, method, error)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX call_errors_by_day ON call_errors (day);
  `,
  `
  -- What callers bring beside the key, if anything.
  ALTER TABLE keys ADD COLUMN secret_hash TEXT;
  `,
  `
  ALTER TABLE keys ADD COLUMN requires_token INTEGER NOT NULL DEFAULT 0 CHECK (requires_token IN (0, 1));
  `,
  `
  -- The audit log is kept by who made a change, and by age.
  CREATE INDEX audit_by_actor ON audit (actor, id);
  CREATE INDEX audit_by_time ON audit (at);
  -- A page of a list costs the same however long the list is.
  CREATE INDEX accounts_by_age ON accounts (created_at, id);
  CREATE INDEX keys_by_age ON keys (created_at, id);
  CREATE INDEX keys_by_account_and_age ON keys (account_id, created_at, id);
  DROP INDEX keys_by_account;
  CREATE INDEX sessions_by_end ON sessions (expires_at);
  CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);
  `,
]

const versionOf = (database: Database): number =>
  (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version

/**
 * Brings the store's schema up to date; safe while other processes do this or serve from the store.
 *
 * Errors  refuses a store written by a newer Tollgate and leaves it unchanged
 */
export const migrate = (database: Database): void => {
  if (versionOf(database) === STEPS.length) return
  database.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have migrated while this one waited for the write lock.
    const version = versionOf(database)
    if (version > STEPS.length) {
      throw new Error(
        `the store has schema version ${version}, this Tollgate knows ${STEPS.length}: use the newer Tollgate that wrote it`,
      )
    }
    for (const step of STEPS.slice(version)) database.exec(step)
    database.exec(`PRAGMA user_version = ${STEPS.length}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
