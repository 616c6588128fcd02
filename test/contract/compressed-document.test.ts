import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync, gzip } from 'node:zlib'
import { CompressedDocument } from '../../src/contract/served/compressed-document.js'
import { threadJobs } from '../../src/runtime/turns/fair-queue.js'
import { expectSoon } from '../support/expect-soon.js'

const BYTES = Buffer.from('{"openrpc":"1.2.6"} '.repeat(1_000))

test('a document is compressed in the turns of all jobs on threads, and is plain until then', async () => {
  let end = () => {}
  const ending = new Promise<void>((resolve) => {
    end = resolve
  })
  const others = [threadJobs.run('one', () => ending), threadJobs.run('two', () => ending)]
  const document = new CompressedDocument(BYTES)
  for (let job = 0; job < 8; job++) await promisify(gzip)(BYTES)
  expect(document.compressed).toEqual([])
  expect(document.plain.pieces).toEqual([BYTES])
  end()
  await Promise.all(others)
  await expectSoon(() => document.compressed.map(({ encoding }) => encoding), ['br', 'gzip'], 5_000)
  const [brotli, zipped] = document.compressed.map(({ pieces }) => Buffer.concat([...pieces]))
  expect(brotliDecompressSync(brotli!)).toEqual(BYTES)
  expect(gunzipSync(zipped!)).toEqual(BYTES)
})
