import fc from 'fast-check'
import { readRecordedLine } from '../../../src/tools/diff/traffic.js'
import { TrafficRecorder } from '../../../src/tools/record/traffic-recorder.js'

const PLENTY = { calls: 1_000_000, events: 1_000_000, bytes: 1_000_000_000, share: 1 }
const KEY = `tgk_${'Z'.repeat(50)}`
const SECRET = `tgs_${'Z-_'.repeat(14)}Z`
const LINK = `tgl_${'Z-_'.repeat(14)}Z`
const body = (method: unknown, params: unknown, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

const recorderOf = (bounds: Partial<typeof PLENTY> = {}, random = () => 0.5) => {
  const lines: string[] = []
  const recorder = new TrafficRecorder({ ...PLENTY, ...bounds }, (line) => void lines.push(line), random)
  return { recorder, lines }
}

describe('a traffic recorder', () => {
  test('keeps method and params of a call and of each member of a batch, and nothing else', () => {
    const { recorder, lines } = recorderOf()
    recorder.saw(body('eth_getBalance', ['0x1', 'latest'], 'a customer'))
    recorder.saw(`[${body('eth_chainId', undefined)},${body('eth_blockNumber', [])},${body('eth_gasPrice', null)}]`)
    expect(lines).toEqual([
      '{"method":"eth_getBalance","params":["0x1","latest"]}\n',
      '{"method":"eth_chainId","params":[]}\n',
      '{"method":"eth_blockNumber","params":[]}\n',
      '{"method":"eth_gasPrice","params":[]}\n',
    ])
  })

  test('keeps every digit of large integers', () => {
    const { recorder, lines } = recorderOf()
    recorder.saw(
      '{"id":18446744073709551615,"method":"getBlock","params":[18446744073709551615,{"n":-9007199254740993}]}',
    )
    expect(lines).toEqual(['{"method":"getBlock","params":[18446744073709551615,{"n":-9007199254740993}]}\n'])
  })

  test('keeps every digit of the events of a subscription, and knows its large ids apart', () => {
    const { recorder, lines } = recorderOf()
    const followed = recorder.follow()
    const [id, other] = ['18446744073709551615', '18446744073709551614']
    recorder.saw(`{"id":${id},"method":"slotSubscribe","params":[]}`, followed)
    followed.saw(`{"id":${other},"result":7}`)
    followed.saw(`{"id":${id},"result":${id}}`)
    followed.saw(`{"method":"slotNotification","params":{"subscription":${other},"result":{"slot":1}}}`)
    followed.saw(`{"method":"slotNotification","params":{"subscription":${id},"result":{"slot":${id}}}}`)
    expect(lines.slice(1)).toEqual([
      `{"subscription":1,"method":"slotSubscribe","params":[],"reply":${id}}\n`,
      `{"subscription":1,"notification":"slotNotification","event":{"slot":${id}}}\n`,
    ])
  })

  test('never writes a key or a secret, wherever a caller puts it; every line is one that contract diff reads', () => {
    const place = fc.constantFrom(
      KEY,
      `https://x.example/v3/${KEY}`,
      `${KEY}${KEY}`,
      `${SECRET}${KEY}`,
      { [SECRET]: LINK },
      'x',
      1,
      null,
      { [KEY]: [KEY] },
    )
    fc.assert(
      fc.property(fc.array(place), fc.constantFrom('eth_call', KEY, `eth_${KEY}`), place, (params, method, id) => {
        const { recorder, lines } = recorderOf()
        recorder.saw(body(method, params, id))
        expect(lines.join('')).not.toMatch(/tg[ksl]_[\w-]|Z/)
        for (const line of lines) expect(readRecordedLine(line)).toMatchObject({ params: expect.any(Array) })
      }),
    )
  })

  test.each([
    ['not JSON', '{'],
    ['no method', '{"params":[]}'],
    ['a method that could be any text', body('eth call me', [])],
    ['params by name', body('eth_call', { to: '0x1' })],
    ['null', 'null'],
    ['a list of nulls', '[null]'],
    ['more than a line may have', body('eth_call', ['x'.repeat(70_000)])],
  ])('leaves out %s, and counts it', (_, text) => {
    const { recorder, lines } = recorderOf()
    recorder.saw(text)
    expect(lines).toEqual([])
    expect(recorder.counts).toMatchObject({ recorded: 0, bytes: 0, unreadable: 1 })
  })

  test('ends with as many calls as it may keep, in the middle of a batch too', () => {
    const { recorder, lines } = recorderOf({ calls: 2 })
    recorder.saw(`[${Array(5).fill(body('eth_chainId', [])).join()}]`)
    recorder.saw(body('eth_chainId', []))
    expect(lines).toHaveLength(2)
    expect(recorder.isFull).toBe(true)
  })

  test('ends before the file is larger than it may be', () => {
    const { recorder, lines } = recorderOf({ bytes: 100 })
    for (let call = 0; call < 10; call++) recorder.saw(body('eth_chainId', ['é']))
    expect(Buffer.byteLength(lines.join(''))).toBeLessThanOrEqual(100)
    expect(recorder.counts).toMatchObject({ recorded: 2, bytes: Buffer.byteLength(lines.join('')) })
    expect(recorder.isFull).toBe(true)
  })

  test('keeps a share of calls', () => {
    const shares = [0.05, 0.2, 0.09, 0.1]
    const { recorder, lines } = recorderOf({ share: 0.1 }, () => shares.shift()!)
    for (let call = 0; call < 4; call++) recorder.saw(body('eth_chainId', [call]))
    expect(lines.map((line) => JSON.parse(line).params[0])).toEqual([0, 2])
  })

  test('keeps nothing more once the file cannot be written', () => {
    const recorder = new TrafficRecorder(
      PLENTY,
      () => {
        throw new Error('no space left on device')
      },
      () => 0,
    )
    recorder.saw(body('eth_chainId', []))
    expect(recorder.isFull).toBe(true)
    expect(recorder.counts).toMatchObject({ recorded: 0, trouble: 'no space left on device' })
  })
})
