import { operationsTakeShortTurns } from './operations-in-short-turns.js'

operationsTakeShortTurns({ accounts: 10_000, keys: 1_000, changes: 100_000, days: 365 })
