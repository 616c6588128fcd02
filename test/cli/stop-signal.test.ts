import { jest } from '@jest/globals'
import { exitAtNextSignal, stopSignal, stopSignals } from '../../src/cli/stop-signal.js'

/** Listeners to signals, which `send` calls as the system would. */
const signals = () => {
  const listeners = new Set<readonly [signal: string, listener: () => void]>()
  const io = {
    stdout: () => {},
    stderr: () => {},
    env: {},
    cwd: '.',
    onSignal: (signal: string, listener: () => void) => {
      const entry = [signal, listener] as const
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
  const send = (sent: string) => {
    for (const [signal, listener] of [...listeners]) if (signal === sent) listener()
  }
  return { io, send }
}

test.each(['SIGINT', 'SIGTERM'])('%s that npm repeats is one; any other signal ends the process', async (first) => {
  const exit = jest.spyOn(process, 'exit').mockImplementation((() => {}) as never)
  try {
    const { io, send } = signals()
    const stopped = stopSignal(io)
    exitAtNextSignal(io, stopped)
    send(first)
    expect(await stopped).toBe(first)
    send(first)
    expect(exit).not.toHaveBeenCalled()
    const others = stopSignals.filter((signal) => signal !== first)
    for (const other of others) send(other)
    expect(exit).toHaveBeenCalledTimes(others.length)
  } finally {
    exit.mockRestore()
  }
})
