/** Whether a process with this id exists; a zombie counts. */
export const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Resolves when the process is gone. Errors: it is still there after `timeoutMs`. */
export const untilGone = async (pid: number, timeoutMs = 5_000): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  while (exists(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} still exists after ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
