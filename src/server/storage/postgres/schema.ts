/**
 * Translates a shared migration from SQLite to PostgreSQL. Counts are 64 bits wide, as in SQLite.
 */
export const inPostgres = (step: string): string =>
  step
    .replace(/\) STRICT(, WITHOUT ROWID)?;/g, ');')
    .replace(/\bid INTEGER PRIMARY KEY\b/g, 'id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bREAL\b/g, 'DOUBLE PRECISION')

/**
 * Tables and triggers for several processes. Only append steps.
 *
 * Law  balances.taken = balances.used + the sum of leases.outstanding, for each account, scope and
 *      day
 */
export const postgresSteps: readonly string[] = [
  `
  CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    settled_line BIGINT NOT NULL DEFAULT 0,
    seen_at TIMESTAMPTZ NOT NULL DEFAULT now()
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
  CREATE FUNCTION tollgate_accounts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NOTIFY tollgate_accounts;
      RETURN NULL;
    END $$;
  CREATE TRIGGER accounts_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON accounts
    FOR EACH STATEMENT EXECUTE FUNCTION tollgate_accounts_changed();
  CREATE TRIGGER keys_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON keys
    FOR EACH STATEMENT EXECUTE FUNCTION tollgate_accounts_changed();
  `,
  // A NOTIFY may be lost with a connection; this row stays and can be polled. Its change becomes
  // visible in the same commit.
  `
  CREATE TABLE account_changes (version BIGINT NOT NULL);
  INSERT INTO account_changes VALUES (0);
  CREATE OR REPLACE FUNCTION tollgate_accounts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE account_changes SET version = version + 1;
      NOTIFY tollgate_accounts;
      RETURN NULL;
    END $$;
  `,
  `
  -- How far the journals of processes that are over were settled, for a process that brings back a copy of one.
  CREATE TABLE ended_processes (
    id TEXT PRIMARY KEY,
    settled_line BIGINT NOT NULL,
    ended_at TIMESTAMPTZ NOT NULL DEFAULT now()
  );
  `,
  `
  -- Buckets of credits per second, of accounts and limited keys. What a crash takes away is one burst, so it is not logged.
  CREATE UNLOGGED TABLE spending (
    account_id TEXT PRIMARY KEY,
    rate DOUBLE PRECISION NOT NULL,
    level DOUBLE PRECISION NOT NULL,
    taken DOUBLE PRECISION NOT NULL,
    filled_at TIMESTAMPTZ NOT NULL
  ) WITH (fillfactor = 50);
  `,
]
