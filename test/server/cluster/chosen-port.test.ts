import { onChosenPort } from '../../../src/server/cluster/free-port.js'

const listenAt = (port: number) => ({ host: '127.0.0.1', port })
/** Fails so many times, then says which ports it was given. */
const failing = (times: number, reason = 'bind EADDRINUSE 127.0.0.1') => {
  const ports: number[] = []
  return async (port: number): Promise<number[]> => {
    ports.push(port)
    if (ports.length <= times) throw new Error(reason)
    return ports
  }
}

test('a port that was chosen is taken as it is, and not again when it is not free', async () => {
  await expect(onChosenPort(listenAt(8080), failing(0))).resolves.toEqual([8080])
  await expect(onChosenPort(listenAt(8080), failing(1))).rejects.toThrow('EADDRINUSE')
})

test('port 0 becomes a free one, and another when another program took it first', async () => {
  const ports = await onChosenPort(listenAt(0), failing(4))
  expect(ports).toHaveLength(5)
  for (const port of ports) expect(port).toBeGreaterThan(0)
})

test('it gives up after five ports, and at once for any other reason', async () => {
  await expect(onChosenPort(listenAt(0), failing(5))).rejects.toThrow('EADDRINUSE')
  await expect(onChosenPort(listenAt(0), failing(1, 'the store is gone'))).rejects.toThrow('the store is gone')
})
