import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorName, errors } from '../../../generated/errors.js'
import { FaultPlan, readFaults } from '../../../src/tools/mock/faults.js'
import { startMock } from '../../../src/tools/mock/mock.js'
import { ADDRESS, options, plantedMock } from './planted-mock.js'

const { folder, endpointOf, send } = plantedMock()

describe('faults', () => {
  const withFault = (fault: string) => send('ethereum-mainnet', 'eth_blockNumber', [], { 'X-Mock-Fault': fault })

  test('asked for in a header: an error of the contract, a status, a closed connection', async () => {
    const response = await withFault('error=daily-credits-exhausted')
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({ id: 7, error: { data: { name: 'daily-credits-exhausted' } } })
    const filled = (await (await withFault('delay=1; error=too-many-results')).json()) as { error: { message: string } }
    expect(filled.error.message).toBe('query returned more than 10000 results')
    expect((await withFault('status=503')).status).toBe(503)
    await expect(withFault('reset')).rejects.toThrow()
  })

  const asked = async (error: ErrorName, body: unknown) => {
    const response = await fetch(endpointOf('ethereum-mainnet').http, {
      method: 'POST',
      headers: { 'X-Mock-Fault': `error=${error}` },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }

  test('an error of the contract has no placeholder in its message, and resets in the future', async () => {
    const call = { jsonrpc: '2.0', id: 7, method: 'eth_subscribe', params: ['syncing'] }
    for (const name of Object.keys(errors) as ErrorName[]) {
      const askedMs = Date.now()
      const { error } = JSON.parse((await asked(name, call)).text)
      expect(error.message).not.toMatch(/[{}]|undefined|NaN/)
      if (error.data.resetsAt !== undefined) expect(Date.parse(error.data.resetsAt)).toBeGreaterThan(askedMs)
    }
    expect((await asked('method-not-found', call)).text).toContain('the method eth_subscribe does not exist')
    expect((await asked('unknown-subscription-kind', call)).text).toContain('no \\"syncing\\" subscription')
  })

  test('an error of a call is no answer to a notification, and an error of the request is one to all', async () => {
    const notification = { jsonrpc: '2.0', method: 'eth_blockNumber', params: [] }
    const call = { ...notification, id: 7 }
    expect(await asked('no-upstream', notification)).toEqual({ status: 204, text: '' })
    expect(await asked('no-upstream', [notification])).toEqual({ status: 204, text: '' })
    const url = endpointOf('ethereum-mainnet').http
    const unharmed = await fetch(url, { method: 'POST', body: '[]' })
    expect(await asked('no-upstream', [])).toEqual({ status: unharmed.status, text: await unharmed.text() })
    const { status, text } = await asked('no-upstream', [notification, call])
    expect([status, JSON.parse(text)]).toEqual([200, [expect.objectContaining({ id: 7 })]])
    for (const body of [notification, [call, call]]) {
      const refused = await asked('unauthorized', body)
      expect([refused.status, JSON.parse(refused.text)]).toMatchObject([401, { id: null }])
    }
  })

  test('a header that is not understood is named', async () => {
    for (const [fault, named] of [
      ['delay=soon', '"delay=soon" is not understood'],
      ['error=nope', 'there is no error nope'],
    ] as const) {
      const response = await withFault(fault)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(named)
    }
  })

  test('of a node, from a file: the gateway passes an error on, and tries again after a bad status', async () => {
    expect(await (await send('ethereum-mainnet', 'eth_gasPrice', [])).json()).toMatchObject({
      error: { message: 'planted' },
    })
    const statuses: number[] = []
    for (let block = 0; block < 4; block++)
      statuses.push((await send('ethereum-mainnet', 'eth_getCode', [ADDRESS, `0x${block}`])).status)
    expect(statuses).toContain(200)
  })

  test('keep every digit of a large result, and of the id of a call', async () => {
    const params = ['latest']
    const text = await (await send('ethereum-mainnet', 'eth_getUncleCountByBlockNumber', params)).text()
    expect(text).toContain('"result":18446744073709551615')
    const refused = await fetch(endpointOf('ethereum-mainnet').http, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Mock-Fault': 'error=daily-credits-exhausted' },
      body: '{"jsonrpc":"2.0","id":18446744073709551615,"method":"eth_blockNumber","params":[]}',
    })
    expect(await refused.text()).toContain('"id":18446744073709551615,')
  })

  test('from the file that the documentation shows', () => {
    const [, shown] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/mock.md', 'utf8'))!
    const faultsFile = join(folder, 'shown.json')
    writeFileSync(faultsFile, shown!)
    const plan = new FaultPlan(readFaults(faultsFile))
    expect(plan.next('ethereum-mainnet', 'eth_getLogs')).toMatchObject({ error: { code: -32005 } })
    expect(plan.next('ethereum-mainnet', 'eth_getLogs')).toBeUndefined()
    const ofSolana = Array.from({ length: 6 }, () => plan.next('solana-mainnet', 'getSlot')?.status)
    expect(ofSolana).toEqual([undefined, undefined, 502, undefined, undefined, 502])
  })

  test('a file that is wrong is refused with the place', async () => {
    const faultsFile = join(folder, 'wrong.yaml')
    writeFileSync(faultsFile, '- { method: eth_call, stauts: 500 }\n')
    await expect(startMock({ ...options, faultsFile })).rejects.toThrow(/wrong\.yaml: \/0 .*stauts/)
  })

  const startWith = async (written: string) => {
    const faultsFile = join(folder, 'unfit.yaml')
    writeFileSync(faultsFile, written)
    const notices: string[] = []
    const notify = (message: string) => void notices.push(message)
    await (await startMock({ ...options, faultsFile, notify })).stop()
    return notices
  }

  test('a rule of a network that there is not is refused', async () => {
    await expect(startWith('- { network: ethereum-mainnet }\n- { network: ethereum-mainet }\n')).rejects.toThrow(
      `${join(folder, 'unfit.yaml')}: /1/network: there is no network "ethereum-mainet", did you mean "ethereum-mainnet"?`,
    )
  })

  test('rules whose method no contract has are named, as only the nodes know such methods', async () => {
    const rules = ['eth_cal', 'eth_call', 'eth_*', 'acme_*'].map((method) => `- { method: "${method}", status: 500 }\n`)
    expect(await startWith(rules.join(''))).toEqual([
      `${join(folder, 'unfit.yaml')}: /0/method: the contract has no method "eth_cal", did you mean "eth_call"?`,
      `${join(folder, 'unfit.yaml')}: /3/method: the contract has no method "acme_*"`,
    ])
  })
})
