import fc from 'fast-check'
import { AnswerParser } from '../../../../src/wire/http/client/answer-parser.js'
import { ask, startRawNode } from '../../../support/raw-node.js'
import { atLeast, runs } from '../../../support/runs.js'
import { started } from '../../../support/started.js'
import { createUndiciTransport } from '../../../support/undici-transport.js'

/** A reader's result for an answer; undefined if the answer is refused or incomplete. */
type Reading = { readonly status: number; readonly body: string } | undefined

/** Reads the wire's bytes in pieces that end at `cuts`, then the end of the connection. */
const readOurs = (wire: Buffer, cuts: readonly number[], isKept = false): Reading => {
  const parser = new AnswerParser()
  let status = 0
  let body = ''
  let heads = 0
  parser.begin({
    head: (code) => {
      status = code
      heads++
    },
    chunk: (bytes) => {
      body += bytes.toString('latin1')
      return true
    },
    end: () => {},
    fail: () => {},
  })
  let from = 0
  // Garbage behind the piece, as in a buffer that is used again and again, must not be looked at.
  for (const to of [...new Set(cuts.map((cut) => cut % (wire.length + 1))), wire.length].sort((a, b) => a - b)) {
    const piece = Buffer.concat([wire.subarray(from, to), Buffer.from('\r\n;a="\n0')])
    parser.push(piece, to - from, isKept)
    piece.fill(isKept ? piece : 'z')
    if (parser.fault !== undefined) return undefined
    from = to
  }
  if (!parser.isDone && !parser.endsWithConnection) return undefined
  expect(heads).toBe(1)
  return { status, body }
}

const token = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,20}$/)
const value = fc.stringMatching(/^[\t -~\x80-\xff]{0,30}$/)
const field = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(token, value).map(([name, text]) => `${name}: ${text}`) },
  fc.constantFrom(
    'Connection: close',
    'connection: Keep-Alive',
    'Keep-Alive: timeout=5',
    'Content-Type: application/json',
    'Date:',
  ),
)
const bytesOf = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => Buffer.from(bytes).toString('latin1'))
const body = bytesOf(0, 60)
const extension = fc.oneof(
  fc.constant(''),
  fc.tuple(token, token).map(([name, text]) => `;${name}=${text}`),
  token.map((name) => `;${name}`),
  fc.tuple(token, fc.stringMatching(/^[ !#-[\]-~]{0,8}$/)).map(([name, text]) => `;${name}="${text}"`),
)
const chunked = fc
  .tuple(
    fc.array(fc.tuple(bytesOf(1, 40), extension, fc.boolean()), { maxLength: 4 }),
    fc.array(field, { maxLength: 2 }),
  )
  .map(([chunks, trailers]) => {
    const text = chunks.map(([data, tail, isUpper]) => {
      const size = data.length.toString(16)
      return `${isUpper ? size.toUpperCase() : size}${tail}\r\n${data}\r\n`
    })
    return `${text.join('')}0\r\n${trailers.map((line) => `${line}\r\n`).join('')}\r\n`
  })
const status = fc.constantFrom(200, 200, 200, 204, 304, 400, 404, 429, 500, 503, 999)
const reason = fc.oneof(
  fc.constant(' OK'),
  fc.constant(' '),
  value.map((text) => ` ${text}`),
)
const interim = fc.constantFrom('', '', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 'HTTP/1.1 102 x\r\n\r\n')
const head = fc
  .tuple(interim, fc.constantFrom('1.1', '1.1', '1.1', '1.0'), status, reason, fc.array(field, { maxLength: 4 }))
  .map(([before, version, code, words, fields]) => {
    const lines = fields.map((line) => `${line}\r\n`).join('')
    return `${before}HTTP/${version} ${code}${words}\r\n${lines}`
  })
const answer = fc.oneof(
  fc.tuple(head, body).map(([start, text]) => `${start}Content-Length: ${text.length}\r\n\r\n${text}`),
  fc.tuple(head, chunked).map(([start, text]) => `${start}Transfer-Encoding: chunked\r\n\r\n${text}`),
  fc.tuple(head, body).map(([start, text]) => `${start}\r\n${text}`),
)
/**
 * A change that makes most answers wrong: at line ends, colons, digits and the fields that frame.
 */
const mutation = fc.oneof(
  fc.record({
    at: fc.nat(),
    put: fc.constantFrom('\n', '\r', ' ', '\t', '\0', ':', ';', '0', '9', 'f', '\r\n', ' \r\n', '-', ',', '\x7f', '"'),
    cut: fc.nat(2),
  }),
  fc.record({
    at: fc.nat(200),
    put: fc.constantFrom(
      '\r\nContent-Length: 5\r\n',
      '\r\nTransfer-Encoding: chunked\r\n',
      '\r\nContent-Length: 5',
      'Transfer-Encoding: gzip, chunked\r\n',
    ),
    cut: fc.nat(2),
  }),
)
const mutate = (text: string, changes: readonly { at: number; put: string; cut: number }[]) =>
  changes.reduce((wire, { at, put, cut }) => {
    const place = at % (wire.length + 1)
    return wire.slice(0, place) + put + wire.slice(place + cut)
  }, text)
const mutated = fc
  .tuple(answer, fc.array(mutation, { minLength: 1, maxLength: 2 }))
  .map(([text, changes]) => mutate(text, changes))
const cuts = fc.array(fc.nat(), { maxLength: 6 })

/** Answers that our reader accepts on purpose although llhttp refuses them, by the reason. */
const DELIBERATE: Readonly<Record<string, RegExp>> = {
  // undici refuses this answer, because it did not ask for it; llhttp takes it.
  'RFC 9110, section 15.2: interim answers that were not asked for are skipped, 100 Continue too': /^HTTP\/1\.1 100/m,
}
const isDeliberate = (text: string) => Object.values(DELIBERATE).some((pattern) => pattern.test(text))

describe('the reader of answers', () => {
  test('makes the same of an answer wherever it is cut', () => {
    fc.assert(
      fc.property(fc.oneof(answer, mutated), cuts, fc.boolean(), (text, places, isKept) => {
        const wire = Buffer.from(text, 'latin1')
        const whole = readOurs(wire, [])
        expect(readOurs(wire, places, isKept)).toEqual(whole)
        expect(readOurs(wire, Array.from(wire.keys()))).toEqual(whole)
      }),
      runs(2_000),
    )
  })

  test('never takes what is not HTTP for an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), cuts, (bytes, places) => {
        expect(readOurs(Buffer.from(bytes), places)).toBeUndefined()
      }),
      runs(500),
    )
  })
})

describe('the reader of answers and llhttp, in undici', () => {
  let wire = Buffer.alloc(0)
  const node = started(() => startRawNode(({ socket }) => socket.end(wire)))
  const undici = started(() => createUndiciTransport(`http://127.0.0.1:${node.port}`, 1))
  const readTheirs = async (): Promise<Reading> => {
    const { status: code, body: bytes, error } = await ask(undici).heard
    return error === undefined ? { status: code!, body: bytes.toString('latin1') } : undefined
  }

  test('read valid answers alike', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(answer, async (text) => {
        wire = Buffer.from(text, 'latin1')
        const [ours, theirs] = [readOurs(wire, []), await readTheirs()]
        if (ours === undefined) return
        accepted++
        expect(theirs).toEqual(ours)
      }),
      runs(300),
    )
    expect(accepted).toBeGreaterThan(atLeast(150))
  })

  test('read what ours accepts of broken answers alike', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(mutated, async (text) => {
        wire = Buffer.from(text, 'latin1')
        const ours = readOurs(wire, [])
        if (ours === undefined) return
        accepted++
        const theirs = await readTheirs()
        if (theirs !== undefined || !isDeliberate(text)) expect(theirs).toEqual(ours)
      }),
      runs(2_000),
    )
    expect(accepted).toBeGreaterThan(atLeast(100))
  })
})
