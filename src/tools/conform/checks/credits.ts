import { exactJson } from '../../../runtime/exact-json.js'
import { readAnswer, shown } from '../answer.js'
import type { ConformCheck, ConformDeps } from '../check.js'
import type { HttpEndpoint, Sent } from '../endpoint.js'

const only = { profiles: ['tollgate'], isHttpOnly: true } as const

const header = ({ headers }: Sent, name: string): string | null => headers?.get(name) ?? null
const numberIn = (sent: Sent, name: string): number => Number(header(sent, name) ?? Number.NaN)

/** A cheap call with an answer, even if that is an error of the chain. */
const simplest = ({ document }: ConformDeps) => {
  const method =
    document.methods.find(({ name }) => name === 'eth_chainId' || name === 'getSlot') ?? document.methods[0]!
  const params = method.examples[0]!.params.map(({ value }) => value)
  return { method: method.name, params, price: method['x-credits'] as unknown }
}

const send = ({ endpoint }: ConformDeps, method: string, params: readonly unknown[], wishes = {}): Promise<Sent> =>
  (endpoint as HttpEndpoint).send(exactJson({ jsonrpc: '2.0', id: 1, method, params }), 1, wishes)

/** Checks of Tollgate's promises beyond JSON-RPC: prices, headers, keys and precise errors. */
export const creditChecks: readonly ConformCheck[] = [
  {
    ...only,
    id: 'credits.cost',
    title: 'X-Credits-Cost is the price of the contract',
    run: async (context, say, skip) => {
      const { method, params, price } = simplest(context)
      if (typeof price !== 'number') return skip('its price depends on the call')
      const sent = await send(context, method, params)
      if (numberIn(sent, 'x-credits-cost') !== price)
        say(
          `X-Credits-Cost is ${header(sent, 'x-credits-cost') ?? 'missing'}, the contract’s price is ${price}`,
          method,
        )
    },
  },
  {
    ...only,
    id: 'credits.remaining',
    title: 'X-Credits-Remaining falls by what calls cost',
    run: async (context, say) => {
      const { method, params } = simplest(context)
      const ask = () => send(context, method, params)
      let [first, second] = [await ask(), await ask()]
      // A new day began between them, and renewed the credits.
      if (header(first, 'x-credits-reset') !== header(second, 'x-credits-reset'))
        [first, second] = [second, await ask()]
      const [before, after] = [numberIn(first, 'x-credits-remaining'), numberIn(second, 'x-credits-remaining')]
      if (Number.isNaN(before)) return say('X-Credits-Remaining is missing')
      const cost = numberIn(second, 'x-credits-cost')
      // Other callers of the account may spend, too; nothing is given back.
      if (after > before - cost) say(`${before} credits remained, and after a call of ${cost} there are ${after}`)
    },
  },
  {
    ...only,
    id: 'credits.refused-free',
    title: 'a call that is refused costs nothing',
    run: async (context, say) => {
      const sent = await send(context, 'conform_noSuchMethod', [])
      const cost = header(sent, 'x-credits-cost')
      if (cost !== '0') say(`X-Credits-Cost of a method that does not exist is ${cost ?? 'missing'}`)
    },
  },
  {
    ...only,
    id: 'credits.reset',
    title: 'X-Credits-Reset is a midnight, UTC',
    run: async (context, say) => {
      const reset = numberIn(await send(context, simplest(context).method, simplest(context).params), 'x-credits-reset')
      if (!(reset % 86_400 === 0)) say(`X-Credits-Reset is ${reset}, which is no midnight`)
    },
  },
  {
    ...only,
    id: 'http.request-id',
    title: 'every answer has a request id of its own',
    run: async (context, say) => {
      const { method, params } = simplest(context)
      const seen = [await send(context, method, params), await send(context, method, params)].map((sent) =>
        header(sent, 'x-request-id'),
      )
      if (seen.includes(null)) say('X-Request-Id is missing')
      else if (seen[0] === seen[1]) say(`two answers have the request id ${seen[0]}`)
    },
  },
  {
    ...only,
    id: 'error.data',
    title: 'an error says its name and fits what the contract says of it',
    run: async (context, say) => {
      const { value } = readAnswer((await send(context, 'conform_noSuchMethod', [])).text)
      const { data, code } = (value.error ?? {}) as { data?: { name?: string }; code?: number }
      const known = context.document.components.errors
      if (data?.name === undefined) return say(`the error has no data.name: ${shown(exactJson(value.error) ?? '')}`)
      const row = known[data.name]
      if (row === undefined) say(`the error ${data.name} is not in the contract`)
      else if (row.code !== code) say(`the error ${data.name} has the code ${code}, the contract says ${row.code}`)
    },
  },
  {
    ...only,
    id: 'key.unknown',
    title: 'an unknown key is refused with 401',
    run: async (context, say, skip) => {
      const { url } = context.endpoint
      const wrong = url.replace(/tgk_[1-9A-HJ-NP-Za-km-z]+/, `tgk_${'1'.repeat(50)}`)
      if (wrong === url) return skip('the key is not in the address')
      const { status, text } = await send(context, simplest(context).method, simplest(context).params, { url: wrong })
      if (status !== 401) say(`an unknown key got the status ${status}: ${shown(text)}`)
    },
  },
  {
    ...only,
    id: 'http.get',
    title: 'GET on the address of calls is 405',
    run: async (context, say) => {
      const { status } = await (context.endpoint as HttpEndpoint).send('', 1, { method: 'GET' })
      if (status !== 405) say(`GET got the status ${status}`)
    },
  },
  {
    ...only,
    id: 'discover.document',
    title: 'rpc.discover answers with an OpenRPC document that has methods',
    run: async (context, say) => {
      const { value } = readAnswer((await send(context, 'rpc.discover', [])).text)
      const { openrpc, methods } = (value.result ?? {}) as { openrpc?: string; methods?: { name: string }[] }
      if (openrpc === undefined || !Array.isArray(methods))
        return say('rpc.discover did not answer with an OpenRPC document')
      if (methods.length === 0) say('the document of rpc.discover has no methods')
    },
  },
]
