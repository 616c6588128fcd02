import { operationsTakeShortTurns } from './operations-in-short-turns.js'

// Enough that each operation would take too long at once. big-store.long.test.ts fills in more.
operationsTakeShortTurns({ accounts: 2_000, keys: 300, changes: 5_000, days: 50 })
