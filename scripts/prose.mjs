/**
 * `npm run prose`: finds English in comments and pages that costs readers a second look. It is part
 * of `npm run lint`.
 *
 * A comment or a page is plain technical English: subject, verb, object; the actor named; lines up
 * to 100 columns. The patterns are habits that this code once had. A text that has to break a rule
 * is quoted in backticks.
 *
 * --fix  wraps long lines
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import ts from 'typescript'

const MAX_COLUMNS = 100
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']
const ROOTS = ['src', 'scripts', 'test', 'docs', 'jest.config.mjs', ...PAGES]
/** Written by others, or by a program. */
const FOREIGN = /node_modules|\/dist\/|docs\/specification\.md|test\/vectors\/|-artifact\.ts$/

const PATTERNS = [
  ['"is none": name the thing that is missing', /\b(?:is|are|was|were|be) none\b/],
  ['"the same of": say what is the same as what', /^The same\b|\bthe same (?:of|by|where|for|again)\b/i],
  [
    '"what is said": name the actor and the thing',
    /\b[Ww]hat (?:is|was) (?:said|told|asked|brought|held|kept|taken)\b/,
  ],
  ['"hears of": say who sends what', /\b(?:hears?|heard|tells?|told) (?:of|from|about)\b/],
  ['a fragment that begins with "Of"', /^Of (?:a|an|the|what|those|each|all|others?)\b/],
  ['"who" without an actor', /^(?:Who|Whose|Whom|Whoever|Nobody|Somebody)\b(?!.*\?$)/],
  [
    'a clause: begin with a noun, or with a verb',
    /^(?:What|Which|Where|Whether|How|As many|So many)\b(?!.*\?$)[^.:]{0,90}\.?$/,
  ],
  [
    'a word that costs a second look: "again", "the same way", "until then", "alone", "its own"',
    /\b(?:for want of|let go of|thereof|therein|hence|lest|anew|alike|meanwhile|by itself|of its own)\b/i,
  ],
]

const filesBelow = (path) => {
  if (extname(path) !== '') return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name)
    if (FOREIGN.test(`${below}/`) || FOREIGN.test(below)) return []
    if (entry.isDirectory()) return filesBelow(below)
    return ['.ts', '.tsx', '.mjs', '.cjs', '.md'].includes(extname(below)) ? [below] : []
  })
}

/**
 * The comments of a file that stand on lines of their own: their first character and the one behind
 * the last.
 */
const commentsOf = (path, text) => {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const found = new Map()
  const see = (ranges) => {
    for (const { pos, end } of ranges ?? []) {
      const lineStart = text.lastIndexOf('\n', pos - 1) + 1
      if (text.slice(lineStart, pos).trim() === '') found.set(pos, { pos, end, indent: pos - lineStart })
    }
  }
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return
    const children = node.getChildren(tree)
    if (children.length > 0) return children.forEach(visit)
    see(ts.getLeadingCommentRanges(text, node.getFullStart()))
    see(ts.getTrailingCommentRanges(text, node.end))
  }
  visit(tree)
  return [...found.values()].sort((a, b) => a.pos - b.pos)
}

/** Words of a line, wrapped; what is quoted in backticks, and links, stay on one line. */
const wrapped = (words, first, rest, width) => {
  const lines = []
  let line = first
  let isEmpty = true
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line)
      line = rest
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  lines.push(line)
  return lines
}

const LABEL = /^(?:[-*] |\d+\. |(?:`[^`]+`|--?[a-z-]+|[A-Z][\w-]*(?: [a-z]+)?) {2,})/

/**
 * Lines of prose as paragraphs: a label such as `Errors ` or a bullet begins one, and so does an
 * empty line.
 */
const paragraphsOf = (lines) => {
  const paragraphs = []
  for (const line of lines) {
    const last = paragraphs.at(-1)
    const indent = /^ */.exec(line)[0].length
    const label = LABEL.exec(line.trimStart())?.[0] ?? ''
    if (line.trim() === '') paragraphs.push({ isGap: true, lines: [line] })
    else if (last === undefined || last.isGap || label !== '' || (last.label === '' && indent !== last.indent))
      paragraphs.push({ isGap: false, lines: [line], indent, label })
    else last.lines.push(line)
  }
  return paragraphs
}

/** Wraps the paragraphs that have a line too long; the others stay as they are. */
const reflow = (lines, width) =>
  paragraphsOf(lines).flatMap(({ isGap, lines: own, indent, label }) => {
    if (isGap || own.every((line) => line.length <= width)) return own
    const hang = own.length > 1 && label !== '' ? /^ */.exec(own[1])[0].length : indent + label.length
    const text = own
      .map((line) => line.trim())
      .join(' ')
      .slice(label.trimEnd().length)
      .trim()
    return wrapped(
      text.match(/`[^`]{1,70}`[^\s`]*|[^\s`]+`[^`]{1,70}`[^\s`]*|\S+/g),
      ' '.repeat(indent) + label,
      ' '.repeat(hang),
      width,
    )
  })

/** The text inside a comment, line by line. */
const linesIn = (comment) =>
  comment.startsWith('//')
    ? [comment.slice(2).replace(/^ /, '')]
    : comment
        .replace(/^\/\*\*? ?/, '')
        .replace(/ ?\*\/$/, '')
        .split('\n')
        .map((line) => line.replace(/^\s*\* ?/, ''))

const isDirective = (text) => /^\s*(?:@|biome-ignore|eslint|#|\/ <)/.test(text)

const fixCode = (path, text) => {
  let out = ''
  let at = 0
  const comments = commentsOf(path, text)
  for (let index = 0; index < comments.length; index++) {
    const { pos, end, indent } = comments[index]
    const pad = ' '.repeat(indent)
    const comment = text.slice(pos, end)
    let last = end
    let lines
    if (comment.startsWith('//')) {
      const run = [comment]
      while (index + 1 < comments.length) {
        const next = comments[index + 1]
        if (next.indent !== indent || text.slice(last, next.pos).replace(/^\n/, '').trim() !== '') break
        if ((text.slice(last, next.pos).match(/\n/g) ?? []).length !== 1) break
        const more = text.slice(next.pos, next.end)
        if (!more.startsWith('//')) break
        run.push(more)
        last = next.end
        index++
      }
      const own = run.flatMap(linesIn)
      if (own.some(isDirective) || own.every((line) => line.length + indent + 3 <= MAX_COLUMNS)) continue
      lines = reflow(own, MAX_COLUMNS - indent - 3).map((line) => `// ${line}`.trimEnd())
    } else {
      const own = linesIn(comment)
      const isLong = comment.split('\n').some((line, row) => line.length + (row === 0 ? indent : 0) > MAX_COLUMNS)
      if (!isLong || own.some(isDirective)) continue
      const inner = own[0] === '' ? own.slice(1) : own
      const kept = inner.at(-1)?.trim() === '' ? inner.slice(0, -1) : inner
      const body = reflow(kept, MAX_COLUMNS - indent - 3).map((line) => ` * ${line}`.trimEnd())
      lines = [comment.startsWith('/**') ? '/**' : '/*', ...body, ' */']
    }
    out += text.slice(at, pos) + lines.map((line, row) => (row === 0 ? line : pad + line)).join('\n')
    at = last
  }
  return out + text.slice(at)
}

/**
 * The lines of a page that are prose, the others undefined. Code, tables and what is generated are
 * left out.
 */
const proseOfPage = (text) => {
  let isFenced = false
  let isGenerated = false
  return text.split('\n').map((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isFenced = !isFenced
      return undefined
    }
    if (/^<!-- [a-z][\w:-]* -->$/.test(line)) isGenerated = true
    if (/^<!-- \/[a-z][\w:-]* -->$/.test(line)) isGenerated = false
    return isFenced || isGenerated || /^\s*(?:\||<|#)/.test(line) ? undefined : line
  })
}

const fixPage = (text) => {
  const prose = proseOfPage(text)
  const lines = text.split('\n')
  const out = []
  let run = []
  const flush = () => {
    out.push(...reflow(run, MAX_COLUMNS))
    run = []
  }
  lines.forEach((line, row) => {
    if (prose[row] === undefined) {
      flush()
      out.push(line)
    } else run.push(line)
  })
  flush()
  return out.join('\n')
}

const findings = []
const find = (path, line, what, text) => findings.push(`${path}:${line}: ${what}: ${text.trim().slice(0, 120)}`)

const judge = (path, line, raw, column) => {
  if (raw.length + column > MAX_COLUMNS && /\s/.test(raw.trim())) find(path, line, `over ${MAX_COLUMNS} columns`, raw)
  const text = raw
    .replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
    .replace(/`[^`]*`/g, '``')
    .trim()
  for (const [what, pattern] of PATTERNS) if (pattern.test(text)) find(path, line, what, text)
}

const isFix = process.argv.includes('--fix')
for (const path of ROOTS.flatMap(filesBelow)) {
  let text = readFileSync(path, 'utf8')
  const isPage = path.endsWith('.md')
  if (isFix) {
    const fixed = isPage ? fixPage(text) : fixCode(path, text)
    if (fixed !== text) writeFileSync(path, fixed)
    text = fixed
  }
  if (isPage) for (const [row, line] of proseOfPage(text).entries()) line !== undefined && judge(path, row + 1, line, 0)
  else
    for (const { pos, end, indent } of commentsOf(path, text)) {
      const comment = text.slice(pos, end)
      if (isDirective(linesIn(comment)[0])) continue
      const row = text.slice(0, pos).split('\n').length
      comment.split('\n').forEach((line, at) => {
        if (line.length + (at === 0 ? indent : 0) > MAX_COLUMNS && /\S\s+\S.*\s/.test(line.trim()))
          find(path, row + at, `over ${MAX_COLUMNS} columns`, line)
      })
      for (const [at, line] of linesIn(comment).entries()) judge(path, row + at, line, -MAX_COLUMNS)
    }
}
for (const finding of findings) console.log(finding)
console.log(`${findings.length} places to read again`)
process.exitCode = findings.length > 0 ? 1 : 0
