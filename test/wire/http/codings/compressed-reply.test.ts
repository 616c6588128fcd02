import { gunzipSync } from 'node:zlib'
import { compressedReply } from '../../../../src/wire/http/codings/compressed-reply.js'
import type { Piece, Written } from '../../../../src/wire/jsonrpc/write-reply.js'
import { onZstd, unzstd } from '../../../support/zstd.js'

/** A reply that counts what was given back. */
const replyOf = (chunks: Piece[], rest?: AsyncIterable<Buffer>) => {
  const released: (number | undefined)[] = []
  const plain: Written = { chunks, rest, release: (bytes) => void released.push(bytes) }
  return { plain, released }
}
const ignore = () => {}
const wholeOf = async (written: Written): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of written.rest!) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('a compressed reply', () => {
  test('has the same bytes, takes them a step at a time and gives back what is used up', async () => {
    async function* rest() {
      yield Buffer.from('the rest')
    }
    const { plain, released } = replyOf(['a\u00ff'.repeat(50_000), Buffer.from('é')], rest())
    let counted = 0
    const written = compressedReply(plain, 'gzip', 'a', (bytes) => {
      counted += bytes
    })!
    const bytes = gunzipSync(await wholeOf(written))
    expect(
      bytes.equals(Buffer.concat([Buffer.from('a\u00ff'.repeat(50_000), 'latin1'), Buffer.from('éthe rest')])),
    ).toBe(true)
    expect(released).toEqual([65_536, 34_464, 2])
    expect(counted).toBe(bytes.length)
    written.release()
    written.release()
    expect(released.at(-1)).toBeUndefined()
    expect(released).toHaveLength(4)
  })

  onZstd('has the same bytes in zstd, with a window that any client can hold', async () => {
    const text = Array.from({ length: 60_000 }, (_, index) => `{"n":"0x${(index * 7_919).toString(16)}"}`).join()
    const written = compressedReply(replyOf([text.slice(0, 70_000), text.slice(70_000)]).plain, 'zstd', 'a', ignore)!
    const bytes = await wholeOf(written)
    written.release()
    expect(unzstd(bytes).toString()).toBe(text)
    expect(bytes.length).toBeLessThan(text.length / 2)
    // The frame's head (RFC 8878, section 3.1.1.1): no single segment, so a window descriptor, of
    // 256 KiB.
    expect([bytes.readUInt32LE(0), bytes[4]! & 0x20, bytes[5]! >> 3]).toEqual([0xfd2fb528, 0, 18 - 10])
  })

  test('reads no further than its reader', async () => {
    let asked = 0
    async function* rest() {
      for (; asked < 100; asked++) yield Buffer.from(Array.from({ length: 65_536 }, () => Math.random() * 256))
    }
    const written = compressedReply(replyOf([], rest()).plain, 'gzip', 'a', ignore)!
    const reading = written.rest![Symbol.asyncIterator]()
    await reading.next()
    expect(asked).toBeLessThan(4)
    await reading.return?.()
    written.release()
  })

  test('passes on that the answer broke off', async () => {
    async function* rest() {
      yield Buffer.from('half')
      throw new Error('broken off')
    }
    const written = compressedReply(replyOf([], rest()).plain, 'br', 'a', ignore)!
    await expect(wholeOf(written)).rejects.toThrow('broken off')
    written.release()
  })

  const begin = (owner: string) => compressedReply(replyOf(['x']).plain, 'gzip', owner, ignore)

  test('is not made when 32 are under way', () => {
    const underWay = Array.from({ length: 32 }, (_, index) => begin(`account ${index}`))
    expect(underWay).not.toContain(undefined)
    expect(begin('another')).toBeUndefined()
    underWay[0]!.release()
    const another = begin('another')
    expect(another).toBeDefined()
    for (const one of [...underWay, another]) one!.release()
    const last = begin('another')
    expect(last).toBeDefined()
    last!.release()
  })

  test('is made for an account as often as it leaves room for others', () => {
    const ofOne = Array.from({ length: 32 }, () => begin('one')).filter((made) => made !== undefined)
    const other = begin('other')
    expect([ofOne.length, other === undefined]).toEqual([16, false])
    for (const made of [...ofOne, other]) made!.release()
  })
})
