import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readAnswer } from '../../../src/tools/conform/answer.js'
import { conform, contractFor } from '../../../src/tools/conform/conform.js'
import { Budget, HttpEndpoint } from '../../../src/tools/conform/endpoint.js'
import { findEvmSubjects } from '../../../src/tools/conform/subjects.js'

const answer = (result: string) => readAnswer(`{"jsonrpc":"2.0","id":"a\\"b","result":${result}}`)

describe('conform reads whatever an endpoint answers', () => {
  test.each([
    ['a number of 400 digits', '9'.repeat(400)],
    ['a text of megabytes', `"${'a'.repeat(20_000_000)}"`],
    ['a text of a million escapes', `"${'\\n'.repeat(4_000_000)}"`],
    ['lists in lists', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ])('%s', (_, result) => {
    const { faults, idText } = answer(result)
    expect([faults, idText]).toEqual([[], '"a\\"b"'])
  })

  test('a number that was rounded, and a member that is there twice', () => {
    expect(answer('18446744073709552000').faults).toEqual([expect.stringContaining('18446744073709552000 was rounded')])
    expect(answer('"18446744073709552000","result": 1').faults).toEqual(['the member "result" is there twice'])
  })

  test.each([[null], [7], ['a log']])('%j among logs', async (log) => {
    const ask = async (method: string) => ({
      answer: readAnswer(JSON.stringify({ id: 1, result: method === 'eth_blockNumber' ? '0x10' : [log] })),
    })
    expect(await findEvmSubjects(ask)).toEqual({ head: 16 })
  })

  test('a log whose members are none', async () => {
    const log = { address: { a: 1 }, blockHash: 7, transactionHash: '0xab' }
    const ask = async (method: string) => ({
      answer: readAnswer(JSON.stringify({ id: 1, result: method === 'eth_blockNumber' ? '0x10' : [log] })),
    })
    expect(await findEvmSubjects(ask)).toEqual({ head: 16, log, transactionHash: '0xab' })
  })

  test('and says of checks that cannot read it that they fail', async () => {
    const odd = [null, 7, { topics: 5, blockNumber: '0x10', address: '0xab', transactionHash: '0xcd' }]
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const [, method] = /"method":"(\w+)"/.exec(body) ?? []
      const result = method === 'eth_getLogs' ? [odd[2], ...odd] : method === 'eth_blockNumber' ? '0x10' : odd
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const report = await conform({ ...contractFor([]), url, profile: 'node', family: 'evm', seed: 1, budget: 2_000 })
    const messages = report.results.flatMap(({ violations }) => violations.map(({ message }) => message))
    expect(messages).toContainEqual(expect.stringContaining('of another shape than the check can read'))
    expect(report.results.length).toBeGreaterThan(20)
    server.close()
  })

  test('and gives up an answer without end', async () => {
    const part = Buffer.alloc(1024 * 1024, ' ')
    const server = createServer((_, response) => {
      const write = () => void (response.destroyed || response.write(part, write))
      write()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(new HttpEndpoint(url, new Budget(1)).send('x')).rejects.toThrow(
      'the answer is longer than 104857600 bytes',
    )
    server.close()
  })
})
