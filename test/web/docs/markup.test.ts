import { prose } from '../../../src/server/docs/markup.js'

const textOf = (text: string): string =>
  prose(text)
    .map((one) => one.text)
    .join('')

test('prose has code and links, and everything else as text', () => {
  expect(textOf('a `b<c` [d](https://e.example/f) <g> [h](javascript:i)')).toBe(
    '<p>a <code>b&lt;c</code> <a href="https://e.example/f" rel="noreferrer noopener">d</a> &lt;g&gt; [h](javascript:i)</p>',
  )
  expect(textOf('[a [b](https://c.example)')).toBe(
    '<p>[a <a href="https://c.example" rel="noreferrer noopener">b</a></p>',
  )
})

test.each(['[', '`', '[a](', '[a](https://'])('a text of nothing but %s is read once', (part) => {
  const before = process.cpuUsage()
  textOf(part.repeat(200_000))
  // Read once for each of them, it takes minutes.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000)
})
