import { type PrivateListenerDeps, startPrivateListener } from '../../../src/server/listeners/private/server.js'

/** The private listener, and what it reported; all that is asked behind it throws. */
const startBroken = async () => {
  const bugs: unknown[] = []
  const broken = (what: string) => () => {
    throw new Error(what)
  }
  const context = {
    metrics: { read: async () => broken('a gauge')() },
    troubles: broken('troubles'),
    down: () => [],
    hosts: () => [],
    gate: { admit: async () => broken('the gate')() },
    onCall: () => {},
    onBug: (bug: unknown) => void bugs.push(String(bug)),
  } as unknown as PrivateListenerDeps
  return { ...(await startPrivateListener({ host: '127.0.0.1', port: 0 }, context)), bugs }
}

test('what should never have been thrown is reported and answered with 500, and the listener goes on', async () => {
  const { url, bugs, stop } = await startBroken()
  try {
    const ask = async (path: string, method = 'GET') => {
      const response = await fetch(`${url}${path}`, { method })
      return [response.status, await response.json()]
    }
    expect(await ask('/metrics')).toEqual([500, { error: 'internal error: the log says why' }])
    expect(await ask('/readyz')).toEqual([500, { error: 'internal error: the log says why' }])
    const error = { code: -32603, message: 'internal error' }
    expect(await ask('/api', 'POST')).toEqual([500, { jsonrpc: '2.0', id: null, error }])
    expect(bugs).toEqual(['Error: a gauge', 'Error: troubles', 'Error: the gate'])
    expect(await ask('/livez')).toEqual([200, expect.objectContaining({ status: 'ok' })])
  } finally {
    await stop()
  }
})
