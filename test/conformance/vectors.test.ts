import { readFileSync } from 'node:fs'
import { methods } from '../../generated/methods.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { post, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'
import { filesPresent, knownFiles, memberText, readVectors, type Vector } from './vector-files.js'

const exceptions = JSON.parse(readFileSync(new URL('exceptions.json', import.meta.url), 'utf8')) as {
  file: string
  where: string
  expected: unknown
  answered: unknown
}[]
const exceptionTo = (expected: object) =>
  exceptions.find((row) => JSON.stringify(row.expected) === JSON.stringify(expected))
const numbered = (name: string): [string, Vector][] =>
  readVectors(name).map((vector, index) => [`${index} ${vector.comment}`, vector])

test('every vector file has a test, and every exception names one', () => {
  expect(filesPresent().sort()).toEqual([...knownFiles].sort())
  for (const { file } of exceptions) expect(knownFiles).toContain(file)
})

describe('vectors', () => {
  let key: string
  /** What the node answers: result or error of the vector, behind the gateway's own id. */
  let nodeSays = '"result":null'
  const upstream = started(() =>
    startFakeUpstream(({ json }) => ({ raw: `{"jsonrpc":"2.0","id":${json.id},${nodeSays}}` })),
  )
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] }, sol: { urls: [upstream.url], family: 'solana' } },
    }),
  )
  beforeAll(async () => {
    key = await gateway.addKey()
  })
  const url = (network: string) => `${gateway.url}/${network}/v3/${key}`
  const isOurs = (method: string) => Object.hasOwn(methods, method)
  const family = (method: string) =>
    isOurs(method) && methods[method as 'eth_getLogs'].family === 'solana' ? 'sol' : 'eth'

  const specified = numbered('jsonrpc.spec-2.0.json')
  test.each(specified)('of JSON-RPC 2.0: %s', async (_name, { request, response }) => {
    const reply = await post(url('eth'), request!)
    if (response === undefined) return expect([reply.status, reply.text]).toEqual([204, ''])
    const expected = JSON.parse(response)
    expect(Array.isArray(reply.json)).toBe(Array.isArray(expected))
    const [got, want] = [[reply.json].flat(), [expected].flat()]
    expect(got.map(({ id }) => id)).toEqual(want.map(({ id }) => id))
    for (const [index, { error }] of want.entries()) {
      // Methods of the specification's own invention do not exist here (exceptions.json).
      const isUnknown = error === undefined || error.code === -32601
      if (isUnknown)
        expect(got[index].error).toMatchObject({
          code: -32601,
          message: expect.stringMatching(/^the method .* does not exist/),
        })
      else expect(got[index].error).toMatchObject(error)
    }
  })

  const nodeVectors = [
    'evm.execution-apis.json',
    'solana.docs-and-clients.json',
    'solana.kit-expectations.json',
  ].flatMap(numbered)
  test.each(nodeVectors)('of nodes and clients: %s', async (_name, { request, response }) => {
    // Where only a response was recorded, any call will do: it is about the bytes of the result.
    const sent = request ?? `{"jsonrpc":"2.0","id":1,"method":"getTokenAccountBalance","params":["${'1'.repeat(32)}"]}`
    const [result, error] = [memberText(response!, 'result'), memberText(response!, 'error')]
    nodeSays = result === undefined ? `"error":${error}` : `"result":${result}`
    const before = upstream.requests.length
    const { method } = JSON.parse(sent) as { method: string }
    const reply = await post(url(family(method)), sent)
    const isAsked = upstream.requests.length > before
    if (isAsked && request !== undefined) {
      expect(memberText(upstream.requests[before]!.body, 'params')).toBe(completed(method, request))
    }
    if (result !== undefined) {
      expect(isAsked).toBe(true)
      return expect(reply.text).toBe(`{"jsonrpc":"2.0","id":1,"result":${result}}`)
    }
    if (isAsked) return expect(reply.text).toBe(`{"jsonrpc":"2.0","id":1,"error":${error}}`)
    const { code, message } = JSON.parse(error!)
    const expected = exceptionTo({ code, message })?.answered ?? { code, message }
    expect(reply.json.error).toMatchObject(expected as object)
  })

  const recorded = numbered('clients.recorded-requests.json')
  test.each(recorded)('requests that clients sent: %s', async (_name, { request, transport, headers }) => {
    nodeSays = '"result":"0x1"'
    const before = upstream.requests.length
    const texts = request!.startsWith('[')
      ? memberText(`{"a":${request}}`, 'a')!
          .slice(1, -1)
          .split(/(?<=\}),(?=\{"(?:jsonrpc|method|id))/)
      : [request!]
    const calls = texts.map((text) => ({
      text,
      method: JSON.parse(text).method as string,
      id: memberText(text, 'id'),
    }))
    const network = family(calls[0]!.method)
    const answer = await ask(
      network,
      request!,
      transport,
      headers,
      calls.every(({ id }) => id === undefined),
    )
    const answered = calls.filter(({ id }) => id !== undefined)
    if (calls.some(({ method }) => /[sS]ubscribe$/.test(method))) {
      // Events come from real nodes: here it is enough that the params are right.
      expect(JSON.parse(answer).error.data.name).toMatch(
        /^(no-upstream|method-unavailable|subscription-not-found-\w+)$/,
      )
      return
    }
    const expected = answered.map(({ method, id }) =>
      isOurs(method)
        ? `{"jsonrpc":"2.0","id":${id},"result":"0x1"}`
        : `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"the method ${method} does not exist/is not available","data":{"name":"method-not-found"}}}`,
    )
    expect(answer).toBe(request!.startsWith('[') ? `[${expected.join(',')}]` : (expected[0] ?? ''))
    const forwarded = upstream.requests
      .slice(before)
      .map(({ body }) => `${JSON.parse(body).method} ${memberText(body, 'params')}`)
    const wanted = answered
      .filter(({ method }) => isOurs(method))
      .map(({ method, text }) => `${method} ${completed(method, text)}`)
    expect(forwarded.sort()).toEqual(wanted.sort())
  })

  const ask = async (
    network: string,
    body: string,
    transport: string,
    headers: Readonly<Record<string, string>>,
    isSilent: boolean,
  ) => {
    if (transport === 'http')
      return (await post(url(network), body, { 'content-type': headers.ct ?? 'application/json' })).text
    const socket = await openSocket(`${gateway.url}/${network}/ws/v3/${key}`)
    try {
      if (!isSilent) return await socket.ask(body)
      socket.send(body)
      // Answers come in any order, but a notification's would come before that of a call sent later
      // and answered at once.
      const text = await socket.ask('{"jsonrpc":"2.0","id":"after","method":"none"}')
      return text.includes('"after"') ? '' : text
    } finally {
      await socket.close()
    }
  }

  /**
   * The params a node must get: the caller's own bytes, but for an empty config (dropped) and a
   * storage call's block (latest).
   */
  const completed = (method: string, text: string) => {
    const params = (memberText(text, 'params') ?? '[]').replace(/,\{\}\]$/, ']')
    const isWithoutBlock = method === 'eth_getStorageAt' && JSON.parse(params).length === 2
    return isWithoutBlock ? params.replace(/\]$/, ',"latest"]') : params
  }
})
