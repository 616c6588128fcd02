import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mock, type MockOptions, startMock } from '../../../src/tools/mock/mock.js'
import { started, temporaryFolder } from '../../support/started.js'

export const options: MockOptions = { port: 0, seed: 'test', blockTimeMs: 200, creditsPerSecond: 1_000_000, env: {} }
export const ADDRESS = '0x00000000219ab540356cbb839cbe05303d7705fa'

/** A mock whose nodes have faults from a file, and a folder for other files. */
export const plantedMock = () => {
  const folder = temporaryFolder()
  const mock = started(() => {
    const faultsFile = join(folder, 'faults.yaml')
    writeFileSync(
      faultsFile,
      `- { method: eth_gasPrice, error: { code: -32000, message: planted } }\n- { method: eth_getCode, status: 500, every: 2 }
- { method: eth_getUncleCountByBlockNumber, result: 18446744073709551615 }\n`,
    )
    return startMock({ ...options, faultsFile })
  })
  const endpointOf = (network: string): Mock['endpoints'][number] =>
    mock.endpoints.find((endpoint) => endpoint.network === network)!
  const send = (network: string, method: string, params: readonly unknown[], headers: Record<string, string> = {}) =>
    fetch(endpointOf(network).http, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    })
  return { folder, mock, endpointOf, send }
}
