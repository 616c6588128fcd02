const COLOURS: Readonly<Record<string, string>> = { debug: '90', info: '32', warn: '33', error: '31' }
/** Text that needs no quotes and cannot move a terminal's cursor. */
const PLAIN = /^[!#-~]+$/

const shown = (value: unknown): string =>
  typeof value === 'string' && PLAIN.test(value) ? value : escaped(JSON.stringify(value) ?? '')

/** JSON escapes only what is below the space; terminals also obey some characters above it. */
const escaped = (json: string): string =>
  json.replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })

/** The stack of a bug, on separate lines. */
const stackOf = (err: unknown): string => {
  const stack = (err as { readonly stack?: unknown } | undefined)?.stack
  if (typeof stack !== 'string') return ''
  return stack
    .split('\n')
    .map((line) => `    ${escaped(JSON.stringify(line)).slice(1, -1)}\n`)
    .join('')
}

const prettyLine = (line: string): string => {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>
  const name = String(level)
  const pairs = Object.entries(fields).map(([key, value]) => ` \u001b[90m${shown(key)}=\u001b[0m${shown(value)}`)
  const start = `\u001b[90m${String(time).slice(11, 23)}\u001b[0m \u001b[${COLOURS[name] ?? '0'}m${name.padEnd(5)}\u001b[0m`
  return `${start} ${shown(msg).replace(/^"|"$/g, '')}${pairs.join('')}\n${stackOf(err)}`
}

/** Formats whole log lines for a terminal: time of day (UTC), level, message, then the fields. */
export const prettyLines = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map(prettyLine)
    .join('')
