import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Starts a gateway in a separate process. `peak` returns its highest resident memory since the last
 * call of `peak`.
 */
export const startGatewayProcess = async (upstreamUrl: string) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/support/gateway-process.ts', upstreamUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => JSON.parse((await lines.next()).value)
  const { url } = await line()
  const peak = async (): Promise<number> => {
    child.stdin.write('\n')
    return (await line()).peak
  }
  const stop = async () => {
    child.stdin.end()
    await once(child, 'exit')
  }
  return { url: url as string, peak, stop }
}
