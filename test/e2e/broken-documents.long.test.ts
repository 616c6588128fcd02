import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokenDocuments } from '../support/broken-documents.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, readWholeConfig, startTestGateway } from '../support/gateway.js'
import { getBalance, operatorDocument, operatorMethod, writeMethod } from '../support/operator-document.js'
import { started, temporaryFolder } from '../support/started.js'

const ADDRESS = '0x00000000219ab540356cbb839cbe05303d7705fa'
const folder = temporaryFolder()
const file = join(folder, 'more.json')
const names = { title: 'Names', description: 'Names of things.', type: 'array', maxItems: 9, items: { type: 'string' } }
const named = operatorMethod('eth_named', {
  params: [{ name: 'names', description: 'Whose.', required: true, schema: { $ref: '#/components/schemas/Names' } }],
  examples: [{ name: 'one', params: [{ name: 'names', value: ['a'] }], result: { name: 'result', value: '0x1' } }],
  'x-credits-by': { base: 10, each: 4, of: '/0' },
})
const good = operatorDocument([getBalance, named, writeMethod('eth_send')], { Names: names })

const setting = () => ({ networks: { eth: { urls: [node.url] } }, contracts: [file] })
/**
 * What a change of the file does: it is read, and the gateway gets it if there is no mistake.
 * Returns the mistakes.
 */
const reload = async (text: string): Promise<string> => {
  writeFileSync(file, text)
  try {
    gateway.reload(await readWholeConfig(gateway.configText(setting()), gateway.folder))
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const node = started(() => startFakeUpstream(() => ({ resultText: '"0x2a"' })))
beforeAll(async () => {
  writeFileSync(file, JSON.stringify(good))
})
const gateway = started(() => startTestGateway(setting()))

/**
 * The mistake is said of the place, of something in it, or of what it stands in; not of the
 * document as a whole.
 */
const isAbout = (at: string, path: string): boolean =>
  at.startsWith(path) || (path.startsWith(at) && at.split('/').length >= Math.min(3, path.split('/').length))

/** Said at another place, or no mistake. */
const ELSEWHERE = [
  // The table of schemas is missed where a method refers to one of them.
  /misspelt name at \/components\/schemas$/,
  // Without its bound a list is as good.
  /misspelt name at \/components\/schemas\/Names\/maxItems$/,
]

test('a hundred broken documents are refused with a line that names the mistake, and none changes the running gateway', async () => {
  const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  const served = async () => JSON.stringify((await post(url, callOf('rpc.discover'))).json.result.methods)
  const before = await served()
  // Evenly spread over the document: reading one takes a good part of a second.
  const every = brokenDocuments(good)
  const step = Math.floor(every.length / 105)
  const all = every.filter(({ path }, index) => path === undefined || index % step === 0)
  expect(all.length).toBeGreaterThan(100)
  const missed: unknown[] = []
  for (const { what, text, path } of all) {
    if (ELSEWHERE.some((pattern) => pattern.test(what))) continue
    const said = await reload(text)
    const lines = said.split('\n').flatMap((line) => {
      const found = /more\.json:(\d+):(\d+)(?: (\/\S*):)?:? \S/.exec(line)
      return found === null ? [] : [{ line: Number(found[1]), column: Number(found[2]), at: found[3] ?? '' }]
    })
    const isNamed = lines.some(
      ({ line, column, at }) =>
        line >= 1 && line <= text.split('\n').length && column >= 1 && (path === undefined || isAbout(at, path)),
    )
    if (!isNamed) missed.push({ what, said: said.slice(0, 300) })
  }
  expect(missed).toEqual([])
  expect(await served()).toBe(before)
  const reply = await post(url, callOf('eth_getBalance', [ADDRESS, 'latest']))
  expect([reply.json.result, reply.headers.get('x-credits-cost')]).toEqual(['0x2a', '70'])
  // It was the mistakes that kept it from changing.
  expect(await reload(JSON.stringify(operatorDocument()))).toBe('')
  expect(await served()).not.toBe(before)
})
