import { logLines } from './log-lines.js'

test('a log is read up to its last whole line, wherever it ends for now', () => {
  const written = 'a warning of Node\n{"msg":"one"}\n{"msg":"two"}\n'
  const found = Array.from(written, (_, at) => logLines(written.slice(0, at)).length)
  const firstEnds = written.indexOf('}') + 2
  expect(found).toEqual(Array.from(written, (_, at) => (at < firstEnds ? 0 : 1)))
  expect(logLines(written)).toEqual([{ msg: 'one' }, { msg: 'two' }])
})
