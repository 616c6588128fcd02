import { prettyLines } from '../../../src/server/telemetry/pretty-lines.js'

/** Without colours. */
const plain = (text: string) => text.replaceAll(/\S\[\d+m/g, '')
const line = (fields: object) => `${JSON.stringify({ level: 'info', time: '2026-11-22T10:11:12.345Z', ...fields })}\n`

test('a line says the time of day, the level and the message first, then its fields', () => {
  expect(plain(prettyLines(line({ network: 'eth', durationMs: 1.5, text: 'two words', msg: 'call' })))).toBe(
    '10:11:12.345 info  call network=eth durationMs=1.5 text="two words"\n',
  )
})

test('several lines stay several', () => {
  const lines = line({ msg: 'one' }) + line({ level: 'error', msg: 'two of them' })
  expect(plain(prettyLines(lines))).toBe('10:11:12.345 info  one\n10:11:12.345 error two of them\n')
})

test('the stack of a bug stands on lines of its own', () => {
  const err = { type: 'Error', message: 'x', stack: 'Error: x\n    at there' }
  expect(plain(prettyLines(line({ err, msg: 'bug' })))).toBe('10:11:12.345 info  bug\n    Error: x\n        at there\n')
})

test('nothing that came from outside reaches the terminal as a command', () => {
  const evil = 'a\u001b[2Jb\u009b2J\nc\u202ed'
  const text = plain(prettyLines(line({ evil, [evil]: 1, err: { stack: evil }, msg: evil })))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})
