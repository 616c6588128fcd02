import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import type { HttpHandler } from '../../../../src/wire/http/server/handler.js'
import { piecesText } from '../../../../src/wire/jsonrpc/write-reply.js'
import { answerWith, type ListenerName, startEngine, type TestEngine } from '../../../support/http-engines.js'
import { atLeast, runs } from '../../../support/runs.js'

/**
 * Requests that our server reads differently from node:http on purpose. What else our server
 * accepts, node:http accepts as the same request.
 *
 * Our server also refuses more, which does not change what a request means: no Host in HTTP/1.1,
 * folded lines, bare line feeds, targets that are neither paths nor http(s) URLs,
 * Transfer-Encoding in HTTP/1.0, HTTP versions other than 1.0 and 1.1.
 */
const DIFFERENCES = {
  /**
   * Methods that node does not know get 405 with Allow, like any other method that an address
   * does not take, and not 400.
   */
  method: (seen: Seen) => !METHODS.includes(seen.method),
}

/** A request as a handler saw it. */
interface Seen {
  readonly method: string
  readonly target: string
  readonly headers: readonly (string | undefined)[]
  readonly body: string
}

const NAMES = ['host', 'x-a', 'x-b', 'content-length', 'transfer-encoding', 'connection']
const END = 'GET /end HTTP/1.1\r\nHost: end\r\nConnection: close\r\n\r\n'

/** Requests that the handler of one engine saw in the running case. */
interface Recorder {
  seen: Seen[]
  readonly request: HttpHandler['request']
}

const createRecorder = (): Recorder => {
  const recorder: Recorder = {
    seen: [],
    request: async (exchange) => {
      const { seen } = recorder
      const { method, target } = exchange.head
      const headers = NAMES.map((name) => exchange.header(name))
      const body = await exchange.readBody(100_000, 'test')
      if (typeof body === 'object' && 'unread' in body) return
      seen.push({ method, target, headers, body: piecesText([body]) })
      answerWith(exchange, 'ok')
    },
  }
  return recorder
}

/**
 * Sends bytes in pieces, ends its side, and waits until the connection is closed. Returns the
 * statuses of the answers.
 */
const send = (url: string, pieces: readonly Buffer[]): Promise<string[]> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), noDelay: true })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text.match(/HTTP\/1\.1 \d+/g) ?? []))
    socket.on('connect', async () => {
      for (const piece of pieces) {
        socket.write(piece)
        await turn()
        await turn()
      }
      socket.end()
    })
  })

/** Generates `usual` nine times of ten, otherwise one of `rare`. */
const mostly = (usual: string, ...rare: string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) })

const name = fc.constantFrom('X-A', 'x-a', 'X-B', 'Accept', 'User-Agent', "X-Odd!#$%&'*+.^_`|~9", 'Cookie')
const value = fc.oneof(
  fc.constantFrom('', 'a', 'a b', 'a, b', '\u00e9\u00ff', '\tx', 'x \t', '5', 'chunked', '"q:;"'),
  fc.string({ maxLength: 12, unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
)
const blank = fc.constantFrom('', ' ', '  ', '\t', ' \t ')
const field = fc.tuple(name, blank, value, blank).map(([key, before, text, after]) => `${key}:${before}${text}${after}`)
const target = mostly(
  '/',
  '/v3/key',
  '/eth/v3/key?x=1',
  '/a%20b/./../c',
  'http://host.example/v3/k',
  '*',
  '/\u00e9',
  'x',
)
const body = fc.string({ maxLength: 40, unit: fc.constantFrom('a', '{', '\r', '\n', '0', ' ', '\r\n', '\u00ff') })

/** A body in chunks, cut where it may be. */
const chunked = fc
  .tuple(
    fc.array(fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', '\r\n', '0', '\u00fe') }), {
      maxLength: 4,
    }),
    mostly('', ';a', ';a=b', ';a="b c"', ' ;a', ';'),
    mostly('', 'X-T: 1\r\n', 'X-T: 1\r\nX-U:\r\n', 'Content-Length: 3\r\n'),
    fc.boolean(),
  )
  .map(([pieces, extension, trailers, isUpper]) => {
    const size = (piece: string) =>
      isUpper ? piece.length.toString(16).toUpperCase() : `0${piece.length.toString(16)}`
    const chunks = pieces.map((piece) => `${size(piece)}${extension}\r\n${piece}\r\n`).join('')
    return `${chunks}0${extension}\r\n${trailers}\r\n`
  })
const framed = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ fields: [] as string[], text: '' }) },
  { weight: 9, arbitrary: body.map((text) => ({ fields: [`Content-Length: ${text.length}`], text })) },
  { weight: 6, arbitrary: chunked.map((text) => ({ fields: ['Transfer-Encoding: chunked'], text })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'Content-Length: 5',
          'Content-Length: 0',
          'Content-Length: 5\t',
          'Content-Length: 5 ',
          'Transfer-Encoding: chunked\t',
          'Transfer-Encoding: chunked \t ',
          'Transfer-Encoding: chunked ',
          'content-length:+5',
          'Content-Length: 5, 5',
          'Transfer-Encoding: gzip, chunked',
          'Transfer-Encoding: identity',
          'transfer-encoding: Chunked',
          'Transfer-Encoding:\tchunked',
          'Transfer-Encoding : chunked',
        ),
        fc.constantFrom('Content-Length: 5', 'Transfer-Encoding: chunked', 'X-C: d'),
        chunked,
      )
      .map(([one, other, text]) => ({ fields: [one, other], text })),
  },
)
const request = fc
  .record({
    method: mostly('POST', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'M-SEARCH', 'post'),
    target,
    version: mostly('1.1', '1.0', '0.9', '2.0'),
    host: mostly('Host: h', 'host: eth.example:8545', 'Host:', 'Host: a b', 'Host: u@h/p', ''),
    fields: fc.array(field, { maxLength: 4 }),
    connection: mostly('', 'Connection: keep-alive', 'Connection: close', 'Connection: x, Keep-Alive'),
    framed,
    before: mostly('', '\r\n', '\r\n\r\n', '\n', ' '),
  })
  .map((parts) => {
    const fields = [parts.host, ...parts.fields, parts.connection, ...parts.framed.fields].filter((text) => text !== '')
    return `${parts.before}${parts.method} ${parts.target} HTTP/${parts.version}\r\n${fields.map((text) => `${text}\r\n`).join('')}\r\n${parts.framed.text}`
  })

/** One byte put in, taken out or changed, where parsers are known to disagree. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  /**
   * Most differences are at the ends of lines: the next one of these behind `at`, if it is not
   * empty.
   */
  near: fc.constantFrom('', '', '\r', '\n', ':', ' '),
  kind: fc.constantFrom('insert', 'delete', 'replace', 'repeat'),
  text: fc.constantFrom(
    '\r',
    '\n',
    '\r\n',
    '\n\n',
    ' ',
    '\t',
    '\0',
    ':',
    ',',
    ';',
    '0',
    'A',
    '\x7f',
    '\x0b',
    '\u0080',
    '\u00a0',
    '-',
    '+',
  ),
})
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

const mutate = (text: string, { at, near, kind, text: put }: Mutation): string => {
  const index = Math.max(0, text.indexOf(near, Math.floor(text.length * at)))
  if (kind === 'insert') return text.slice(0, index) + put + text.slice(index)
  if (kind === 'delete') return text.slice(0, index) + text.slice(index + 1)
  if (kind === 'replace') return text.slice(0, index) + put + text.slice(index + 1)
  const line = text.lastIndexOf('\r\n', index)
  const end = text.indexOf('\r\n', index)
  return line === -1 || end === -1 ? text : text.slice(0, end) + text.slice(line, end) + text.slice(end)
}

const cut = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [0, ...cuts.map((at) => Math.floor(at * bytes.length)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place))
}
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('our HTTP server beside node:http', () => {
  const [ours, nodes] = [createRecorder(), createRecorder()]
  const engines: Partial<Record<ListenerName, TestEngine>> = {}
  beforeAll(async () => {
    engines.tollgate = await startEngine('tollgate', ours)
    engines.node = await startEngine('node', nodes)
  })
  afterAll(async () => {
    for (const engine of Object.values(engines)) await engine.stop()
  })

  const ask = async (pieces: readonly Buffer[]) => {
    ours.seen = []
    nodes.seen = []
    const [statuses] = await Promise.all([send(engines.tollgate!.url, pieces), send(engines.node!.url, pieces)])
    return { statuses, ours: ours.seen, node: nodes.seen }
  }

  test('accepts no request that node:http refuses or reads differently, whatever is sent in whatever pieces', async () => {
    const counts = { accepted: 0, refused: 0, followed: 0 }
    const requests = fc.array(request, { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        requests,
        fc.array(mutation, { maxLength: 2 }),
        fc.array(share, { maxLength: 8 }),
        async (texts, changes, cuts) => {
          const text = changes.reduce(mutate, texts.join('')) + END
          const seen = await ask(cut(Buffer.from(text, 'latin1'), cuts))
          counts.accepted += seen.ours.length
          if (seen.statuses.includes('HTTP/1.1 400')) counts.refused++
          if (seen.ours.some(({ target: path }) => path === '/end')) counts.followed++
          const known = seen.ours.findIndex(DIFFERENCES.method)
          const comparable = known === -1 ? seen.ours : seen.ours.slice(0, known)
          expect(comparable).toEqual(seen.node.slice(0, comparable.length))
        },
      ),
      runs(2_000),
    )
    // A parser that refuses everything would pass the law.
    expect(counts.accepted).toBeGreaterThan(atLeast(400))
    expect(counts.followed).toBeGreaterThan(atLeast(50))
    expect(counts.refused).toBeGreaterThan(atLeast(100))
  })

  test('takes no body in chunks that node:http refuses or reads differently', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(chunked, mutation, fc.array(share, { maxLength: 3 }), async (text, change, cuts) => {
        const head = 'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n'
        const seen = await ask(cut(Buffer.from(head + mutate(text, change) + END, 'latin1'), cuts))
        accepted += seen.ours.length
        expect(seen.ours).toEqual(seen.node.slice(0, seen.ours.length))
      }),
      runs(1_000),
    )
    expect(accepted).toBeGreaterThan(atLeast(300))
  })

  test('accepts every request that is well-formed, with the same meaning, byte by byte too', async () => {
    const sound = fc.record({
      method: fc.constantFrom('POST', 'GET', 'HEAD', 'OPTIONS', 'PUT'),
      target: fc.constantFrom('/', '/v3/key', '/eth/v3/key?x=1', 'http://host.example/v3/k'),
      fields: fc.array(
        fc.tuple(name, value).map(([key, text]) => `${key}: ${text}`),
        { maxLength: 6 },
      ),
      framing: fc.oneof(
        body.map((text) => `Content-Length: ${text.length}\r\n\r\n${text}`),
        fc.constantFrom(
          'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
          'Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nX-T: 1\r\n\r\n',
        ),
      ),
      isBytewise: fc.boolean(),
      cuts: fc.array(share, { maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(sound, async ({ method, target: path, fields, framing, isBytewise, cuts }) => {
        const head = `${method} ${path} HTTP/1.1\r\nHost: h\r\n${fields.map((text) => `${text}\r\n`).join('')}`
        const bytes = Buffer.from(`${head}${framing}${END}`, 'latin1')
        const pieces = isBytewise ? [...bytes].map((byte) => Buffer.from([byte])) : cut(bytes, cuts)
        const seen = await ask(pieces)
        expect(seen.ours.map(({ target: at }) => at)).toEqual([path, '/end'])
        expect(seen.ours).toEqual(seen.node)
      }),
      runs(150),
    )
  })
})
