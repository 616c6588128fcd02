import { readAnswer, shown } from '../answer.js'
import { type ConformCheck, type ConformDeps, gateways, profiles, type SayViolation } from '../check.js'

/** A method without params that every node of its family has. */
const simpleMethod = ({ document }: ConformDeps): string => {
  const found = document.methods.find(({ name }) => name === 'eth_blockNumber' || name === 'getSlot')
  return (found ?? document.methods[0]!).name
}

const bodyWith = (deps: ConformDeps, id: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${simpleMethod(deps)}","params":[]}`

const ids = [
  { id: '1', profiles },
  { id: '0', profiles },
  { id: '"a-1"', profiles },
  { id: '""', profiles: gateways },
  { id: '9007199254740991', profiles },
  { id: '9007199254740993', profiles: gateways },
  { id: '"\\u00e9\\"\\\\"', profiles: gateways },
] as const

const idChecks: readonly ConformCheck[] = ids.map(({ id, profiles: ofProfiles }, index) => ({
  id: `envelope.id-${index + 1}`,
  title: `the id ${id} comes back`,
  profiles: ofProfiles,
  run: async (context, say) => {
    const { text } = await context.endpoint.send(bodyWith(context, id))
    const { idText, faults } = readAnswer(text)
    for (const fault of faults) say(fault)
    if (idText === undefined || faults.length > 0) return
    const isSame = context.profile === 'node' ? sameValue(idText, id) : idText === id || sameBigValue(idText, id)
    if (!isSame) say(`the id ${id} came back as ${shown(idText)}`)
  },
}))

const sameValue = (left: string, right: string): boolean =>
  JSON.stringify(JSON.parse(left)) === JSON.stringify(JSON.parse(right))

/** Texts may be escaped differently; digits may not change, which JavaScript would not notice. */
const sameBigValue = (left: string, right: string): boolean => !/^\d/.test(right) && sameValue(left, right)

/** Bodies that are not calls, and the codes for them. Source: JSON-RPC 2.0, sections 4 to 6 */
const broken = [
  {
    id: 'parse-error',
    title: 'what is not JSON is a parse error',
    body: '{"jsonrpc":"2.0","id":1,',
    codes: [-32700],
    of: profiles,
  },
  {
    id: 'no-method',
    title: 'an object without a method is no request',
    body: '{"jsonrpc":"2.0","id":1}',
    codes: [-32600, -32601],
    of: profiles,
  },
  {
    id: 'method-number',
    title: 'a method that is a number is no request',
    body: '{"jsonrpc":"2.0","id":1,"method":1,"params":[]}',
    codes: [-32600, -32700],
    of: profiles,
  },
  { id: 'empty-batch', title: 'an empty batch is no request', body: '[]', codes: [-32600], of: profiles },
  {
    id: 'params-text',
    title: 'params that are a text are refused',
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":"x"}',
    codes: [-32600, -32602],
    of: gateways,
  },
]

const brokenChecks: readonly ConformCheck[] = broken.map(({ id, title, body, codes, of }) => ({
  id: `envelope.${id}`,
  title,
  profiles: of,
  run: async ({ endpoint }, say) => {
    const { text } = await endpoint.send(body)
    const { value, faults } = readAnswer(text)
    for (const fault of faults.filter((one) => one !== 'the answer has no id')) say(`${shown(body)}: ${fault}`)
    if (faults.length === 0) expectCode(value, codes, body, say)
  },
}))

/** Reports an answer that is not an error with one of the codes. */
export const expectCode = (
  { error, result }: Readonly<Record<string, unknown>>,
  codes: readonly number[],
  body: string,
  say: SayViolation,
): void => {
  const { code } = (error ?? {}) as { code?: number }
  if (code === undefined) say(`${shown(body)} got a result, ${shown(JSON.stringify(result) ?? '')}; it must be refused`)
  else if (!codes.includes(code)) say(`${shown(body)} got the code ${code}, not ${codes.join(' or ')}`)
}

/** Makes a call, and reports an answer that is not an error with one of the codes. */
export const expectRefusal = async (
  { call }: ConformDeps,
  method: string,
  params: readonly unknown[],
  codes: readonly number[],
  say: SayViolation,
): Promise<void> => expectCode((await call(method, params)).answer.value, codes, JSON.stringify(params), say)

const others: readonly ConformCheck[] = [
  {
    id: 'envelope.unknown-method',
    title: 'a method that does not exist is refused with -32601',
    profiles,
    run: async ({ endpoint }, say) => {
      const body = '{"jsonrpc":"2.0","id":1,"method":"conform_noSuchMethod","params":[]}'
      const { value, faults } = readAnswer((await endpoint.send(body)).text)
      for (const fault of faults) say(fault)
      if (faults.length === 0) expectCode(value, [-32601], body, say)
    },
  },
  {
    id: 'http.content-type',
    title: 'answers over HTTP are application/json',
    profiles,
    isHttpOnly: true,
    run: async (context, say) => {
      const { headers } = await context.endpoint.send(bodyWith(context, '1'))
      const type = headers?.get('content-type') ?? ''
      if (!/^application\/json\b/i.test(type)) say(`the content type is ${type || 'missing'}, not application/json`)
    },
  },
  {
    id: 'http.status',
    title: 'a call that is answered has the status 200',
    profiles,
    isHttpOnly: true,
    run: async (context, say) => {
      const { status } = await context.endpoint.send(bodyWith(context, '1'))
      if (status !== 200) say(`a good call has the status ${status}, not 200`)
    },
  },
]

/** Checks of every answer, whatever the call. */
export const envelopeChecks: readonly ConformCheck[] = [...idChecks, ...brokenChecks, ...others]
