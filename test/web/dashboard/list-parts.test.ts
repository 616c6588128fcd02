import { readList } from '../../../src/web/dashboard/browser/list-parts.js'

const all = Array.from({ length: 25 }, (_, index) => ({ id: `${index}` }))

const listOf = (asked: (string | undefined)[]) => (after: string | undefined) => {
  asked.push(after)
  const start = after === undefined ? 0 : Number(after) + 1
  return Promise.resolve(all.slice(start, start + 10))
}

test('a list is read page after page to its end', async () => {
  const asked: (string | undefined)[] = []
  expect(await readList(listOf(asked), 10, 100)).toEqual({ records: all, hasMore: false })
  expect(asked).toEqual([undefined, '9', '19'])
})

test('a long one until somebody asks for more', async () => {
  expect(await readList(listOf([]), 10, 20)).toEqual({ records: all.slice(0, 20), hasMore: true })
})

test('what is known already is not asked for', async () => {
  const asked: (string | undefined)[] = []
  expect((await readList(listOf(asked), 10, 100, all.slice(0, 12))).records).toEqual(all)
  expect(asked).toEqual(['11', '21'])
})
