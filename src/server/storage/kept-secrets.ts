import type { Tables } from './tables.js'

/** The name of the secret of filters' and subscriptions' ids. */
export const STATE = 'state'

/** A secret that all processes on a store share; its name in the store. */
type SecretName = 'challenges' | typeof STATE

/** Keeps `fresh` if the store has no secret of that name yet; returns that of all processes. */
export type KeepSecret = (name: SecretName, fresh: string) => Promise<string>

/** Runs a statement in which values stand as $1 and $2, as both engines read them. */
type RunStatement = (
  sql: string,
  values: readonly string[],
) => Promise<readonly Pick<Tables['dashboard_secrets'], 'secret'>[]>

const FIND = 'SELECT secret FROM dashboard_secrets WHERE name = $1'
const ADD = 'INSERT INTO dashboard_secrets (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING secret'

/** Without Kysely, which a gateway on SQLite that only serves does not load. */
export const keepSecretBy =
  (run: RunStatement): KeepSecret =>
  async (name, fresh) => {
    const [known] = await run(FIND, [name])
    if (known !== undefined) return known.secret
    const [added] = await run(ADD, [name, fresh])
    // Another process was first.
    const [kept] = added === undefined ? await run(FIND, [name]) : [added]
    return kept!.secret
  }
