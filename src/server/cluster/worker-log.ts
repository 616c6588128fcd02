/**
 * The descriptor of a worker's log: the first process's standard error under another number.
 *
 * Node makes the first three descriptors of a process blocking for all processes that share them,
 * at its start and again at its end. A log write of another process would then wait in the system
 * for a reader that is stuck, and that process could not end.
 */
export const LOG_DESCRIPTOR = 4
