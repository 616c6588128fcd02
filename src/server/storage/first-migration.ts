const both = `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    -- In lower case, for searches: SQLite changes only the letters of ASCII.
    lower_name TEXT NOT NULL,
    plan TEXT NOT NULL,
    is_failover_on INTEGER NOT NULL CHECK (is_failover_on IN (0, 1)),
    is_suspended INTEGER NOT NULL CHECK (is_suspended IN (0, 1)),
    -- In lower case.
    email TEXT UNIQUE,
    daily_credits INTEGER CHECK (daily_credits >= 0),
    credits_per_second INTEGER CHECK (credits_per_second > 0),
    created_at TEXT NOT NULL
  ) STRICT;
  -- A page of a list costs the same however long the list is.
  CREATE INDEX accounts_by_age ON accounts (created_at, id);
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
    credits_per_second INTEGER CHECK (credits_per_second > 0),
    secret_hash TEXT,
    requires_token INTEGER NOT NULL CHECK (requires_token IN (0, 1)),
    is_revoked INTEGER NOT NULL CHECK (is_revoked IN (0, 1)),
    revokes_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX keys_by_age ON keys (created_at, id);
  CREATE INDEX keys_by_account_and_age ON keys (account_id, created_at, id);
  -- A table of its own: a use of a key is no change of the key, and must not look like one to other processes.
  CREATE TABLE key_uses (
    key_id TEXT PRIMARY KEY NOT NULL,
    last_used_at TEXT NOT NULL
  ) STRICT;
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
  CREATE INDEX usage_by_day ON usage (day, account_id, key_id);
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
  CREATE INDEX usage_days_by_day ON usage_days (day, account_id, key_id);
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
  CREATE INDEX sessions_by_end ON sessions (expires_at);
  CREATE TABLE sign_in_links (
    hash TEXT PRIMARY KEY NOT NULL,
    account_id TEXT,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id, created_at);
  CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);
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
    is_sign_in INTEGER NOT NULL CHECK (is_sign_in IN (0, 1)),
    params TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_account ON audit (account_id, id);
  -- The audit log is kept by who made a change or signed in, and by age.
  CREATE INDEX audit_by_actor ON audit (actor, is_sign_in, id);
  CREATE INDEX audit_by_time ON audit (at);
  `

/** Journals of a machine's processes, and the name under which the file is served. */
const sqlite = `
  CREATE TABLE settled_lines (
    process_id TEXT PRIMARY KEY NOT NULL,
    line INTEGER NOT NULL CHECK (line >= 0)
  ) STRICT, WITHOUT ROWID;
  -- For a process that brings back a copy of its journal.
  CREATE TABLE ended_processes (
    process_id TEXT PRIMARY KEY NOT NULL,
    line INTEGER NOT NULL CHECK (line >= 0),
    ended_at INTEGER NOT NULL DEFAULT (unixepoch())
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE served_as (
    only INTEGER PRIMARY KEY NOT NULL CHECK (only = 1),
    file TEXT NOT NULL,
    path TEXT NOT NULL
  ) STRICT;
  `

/**
 * The tables that several machines share.
 *
 * Law  balances.taken = balances.used + the sum of leases.outstanding, for each account, scope and
 *      day
 */
const postgres = `
  CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    settled_line BIGINT NOT NULL DEFAULT 0,
    seen_at TIMESTAMPTZ NOT NULL DEFAULT now()
  );
  -- How far the journals of processes that are over were settled, for a process that brings back a copy of one.
  CREATE TABLE ended_processes (
    id TEXT PRIMARY KEY,
    settled_line BIGINT NOT NULL,
    ended_at TIMESTAMPTZ NOT NULL DEFAULT now()
  );
  -- The scope is a key's id, or empty for the account as a whole.
  CREATE TABLE balances (
    account_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    day TEXT NOT NULL,
    taken BIGINT NOT NULL CHECK (taken >= 0),
    used BIGINT NOT NULL CHECK (used >= 0),
    PRIMARY KEY (account_id, day, scope)
  );
  CREATE TABLE leases (
    process_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    day TEXT NOT NULL,
    outstanding BIGINT NOT NULL CHECK (outstanding >= 0),
    PRIMARY KEY (account_id, day, scope, process_id)
  );
  CREATE INDEX leases_by_process ON leases (process_id);
  -- Buckets of credits per second, of accounts and limited keys. What a crash takes away is one burst, so it is not logged.
  CREATE UNLOGGED TABLE spending (
    account_id TEXT PRIMARY KEY,
    rate DOUBLE PRECISION NOT NULL,
    level DOUBLE PRECISION NOT NULL,
    taken DOUBLE PRECISION NOT NULL,
    filled_at TIMESTAMPTZ NOT NULL
  ) WITH (fillfactor = 50);
  -- A NOTIFY may be lost with a connection; this row stays and can be polled. Its change becomes visible in the same commit.
  CREATE TABLE account_changes (version BIGINT NOT NULL);
  INSERT INTO account_changes VALUES (0);
  CREATE FUNCTION tollgate_accounts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE account_changes SET version = version + 1;
      NOTIFY tollgate_accounts;
      RETURN NULL;
    END $$;
  CREATE TRIGGER accounts_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON accounts
    FOR EACH STATEMENT EXECUTE FUNCTION tollgate_accounts_changed();
  CREATE TRIGGER keys_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON keys
    FOR EACH STATEMENT EXECUTE FUNCTION tollgate_accounts_changed();
  `

export const FIRST_MIGRATION = { both, sqlite, postgres }
