/**
 * The descriptor by which a worker writes its log: the first process's standard error under another
 * number.
 *
 * What a process has as one of its first three descriptors, Node makes blocking for all processes
 * that share it, as the process starts and again as it ends. A write to the log of another would
 * then wait in the system for a reader that takes nothing, and its process could not end.
 */
export const LOG_DESCRIPTOR = 4
