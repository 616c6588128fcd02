import { exactJson } from '../../../runtime/exact-json.js'

/** First line of every generated Python file. */
export const pythonBanner = '# @generated from openrpc.json by scripts/generate — do not edit\n'

const KEYWORDS =
  /^(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/

/** True if a name is valid in Python; a leading `__` would be mangled within a class. */
export const isName = (name: string): boolean => /^(?!__)[A-Za-z_]\w*$/.test(name) && !KEYWORDS.test(name)

/** A valid Python name: replaces other characters by `_`, and appends one to a taken word. */
export const pythonName = (name: string, taken: readonly string[] = []): string => {
  const plain = name.replaceAll(/\W/g, '_').replace(/^(?=\d|$)/, '_')
  return KEYWORDS.test(plain) || taken.includes(plain) ? `${plain}_` : plain
}

/** Appends `_` to the name until it is free, and marks it as taken. */
export const takeName = (name: string, taken: Set<string>): string => {
  let own = name
  while (taken.has(own)) own = `${own}_`
  taken.add(own)
  return own
}

/** The words of a name, capitalized: the name of a class. */
export const className = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)
    .join('')

export const pythonLiteral = (value: unknown): string => {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return exactJson(value)
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${pythonLiteral(inner)}`)
    .join(', ')}}`
}

/** A docstring of these lines, which may come from the contract: none can end it early. */
export const docstring = (lines: readonly (string | undefined)[], indent = ''): string => {
  const safe = lines.map((line = '') =>
    line
      .replaceAll('\\', '\\\\')
      .replaceAll(/"{3,}/g, (run) => '\\"'.repeat(run.length))
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll(/\p{Cc}/gu, ' ')
      .replace(/"$/, '\\"'),
  )
  const [first = '', ...rest] = safe
  if (rest.length === 0) return `${indent}"""${first}"""\n`
  return `${indent}"""${first}\n${rest.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('')}${indent}"""\n`
}
