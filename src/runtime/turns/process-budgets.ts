import { oneJobInTurn, TurnBudget } from './turn-budget.js'

/**
 * Bytes of all large replies written before timers and other sockets are served: about a seventh of
 * a millisecond.
 */
const WRITE_BYTES = 262_144
/** Bytes of all large answers read in a turn: about a third of a millisecond. */
const READ_BYTES = 524_288
/**
 * Waiting answers that resume reading in a turn; with eight of 5 MB, resuming all costs a fifth
 * more.
 */
const READ_ON_AT_ONCE = 4
/** Smaller reads are not counted: they are small answers, or the ends of large ones. */
const LEAST_READ_BYTES = 16_384

/**
 * Large replies of this process, over HTTP and WebSocket. All waiting ones resume in each turn,
 * because each checks the budget before it writes.
 */
export const writeBudget = new TurnBudget(WRITE_BYTES, Number.POSITIVE_INFINITY, 0)
/**
 * Operations of the admin API, in pieces. One piece of one operation runs in a turn of the event
 * loop, so that a call waits for at most one piece.
 */
export const operationTurns = oneJobInTurn()
/** Long filters of subscriptions: each takes milliseconds to be indexed, so one is in a turn. */
export const filterTurns = oneJobInTurn()
/** Source ranges of keys compiled in a turn: half a millisecond of IPv4, 2.5 of IPv6. */
const RANGES = 1_000
/** Source ranges of keys that are new to the process, accounts in turn. */
export const rangeTurns = new TurnBudget(RANGES, Number.POSITIVE_INFINITY, 0)
/**
 * Bytes of final answers checked against the contract in a turn, with the end of the last one: 64
 * KiB take up to half a millisecond, the longest answer that is kept several.
 */
const CHECK_BYTES = 65_536
/** Smaller answers are checked at once and not counted. */
const LEAST_CHECK_BYTES = 4_096
/** Final answers, before the first one is served from memory or given to other gateways. */
export const checkBudget = new TurnBudget(CHECK_BYTES, 1, LEAST_CHECK_BYTES)
/** Counted for a message or request besides its bytes: a short one takes time as well. */
const MESSAGE_BYTES = 1_024
/** Messages and requests begun in a turn: some fifteen short ones, which take a millisecond. */
const MESSAGES_BYTES = 16_384

/**
 * Callers' messages over WebSockets and pipelined requests over HTTP. One read of a socket brings
 * hundreds of short ones, and libuv reads a full socket 32 times before it turns to another.
 */
export const messageBudget = new TurnBudget(MESSAGES_BYTES, Number.POSITIVE_INFINITY, 0)
/** Counts a message or request of so many bytes that begins now. */
export const countMessage = (bytes: number): void => void messageBudget.count(MESSAGE_BYTES + bytes)

/** Counted for a part of a message or request besides its bytes. */
const PIECE_BYTES = 64
/** Counts a part of a message or request. */
export const countPiece = (): void => void messageBudget.count(PIECE_BYTES)

/** Shorter bodies are opened at once and not counted. Nearly all are shorter. */
export const COUNTED_BODY_BYTES = 2_048
/**
 * Bytes of bodies opened in a turn, with the end of the last one: half a millisecond of ordinary
 * calls. A batch of a hundred short calls has fewer.
 */
const BODIES_BYTES = 32_768

/**
 * Callers' bodies over HTTP and WebSocket. A client may send all but the last byte of each over
 * many connections, and then the last bytes: all these bodies end in one turn of the event loop.
 */
export const openedBodies = (afterTurn?: (action: () => void) => void): TurnBudget =>
  new TurnBudget(BODIES_BYTES, Number.POSITIVE_INFINITY, 0, afterTurn)

/** Large answers of upstreams. */
export const readBudget = new TurnBudget(READ_BYTES, READ_ON_AT_ONCE, LEAST_READ_BYTES)
