import { operationsTakeShortTurns } from './operations-in-short-turns.js'

// A twentieth of what big-store.long.test.ts fills in.
operationsTakeShortTurns({ accounts: 1_000, keys: 100, changes: 5_000, days: 100 })
