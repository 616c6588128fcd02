import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'

/** Whether somebody accepts connections on a port of 127.0.0.1. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/**
 * Ends a server when the test's process has ended, however it did: this shell's standard input then
 * ends.
 */
export const watchman = (pid: number): ChildProcess =>
  spawn('/bin/sh', ['-c', `cat >/dev/null; kill -9 ${pid} 2>/dev/null`], { stdio: ['pipe', 'ignore', 'ignore'] })
