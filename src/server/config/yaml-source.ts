// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these messages show references as they are written in the file.
import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import { isObject } from '../../runtime/is-object.js'
import type { Mistake } from './config.js'
import { substitute } from './environment.js'
import { type ConfigPath, type Finding, formatPath } from './finding.js'

/** A configuration file as data; `place` maps a path back to line and column. */
export interface YamlSource {
  readonly value: unknown
  /** False if broken syntax leaves `value` undefined. */
  readonly isReadable: boolean
  readonly mistakes: readonly Mistake[]
  /** True if a variable is part of this value: it may then be a secret, and is always a string. */
  isSubstituted(path: ConfigPath): boolean
  place(finding: Finding): Mistake
}

type Positions = (offset: number) => { line: number; column: number }

const rangeStart = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0]

/** Offset of a path's value or key, or of its nearest ancestor in the file. */
const offsetOf = (document: Document, path: ConfigPath, at: 'key' | 'value'): number => {
  let node: unknown = document.contents
  let offset = rangeStart(node) ?? 0
  for (const [depth, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document)
    if (isSeq(node)) {
      node = node.items[Number(step)]
      offset = rangeStart(node) ?? offset
      continue
    }
    const pair = isMap(node)
      ? node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step))
      : undefined
    if (pair === undefined) return offset
    const isLast = depth === path.length - 1
    const keyOffset = rangeStart(pair.key) ?? offset
    node = pair.value
    // A block map begins at its first key; the map's own key is the better place to point at.
    const pointsAtKey = (isLast && at === 'key') || !isScalar(node) || node.range?.[0] === node.range?.[1]
    offset = pointsAtKey ? keyOffset : (rangeStart(node) ?? keyOffset)
  }
  return offset
}

/** Syntax errors, the first of each line: later ones on a line only follow from it. */
const syntaxMistakes = (document: Document, text: string, positions: Positions): Mistake[] => {
  const byLine = new Map<number, Mistake>()
  for (const { code, message, pos } of [...document.errors, ...document.warnings]) {
    const { line, column } = positions(pos[0])
    if (byLine.has(line)) continue
    const isBareReference = text.slice(Math.max(0, pos[0] - 1), pos[0] + 1) === '${'
    const key = code === 'DUPLICATE_KEY' ? /^["']?([\w.-]+)/.exec(text.slice(pos[0]))?.[1] : undefined
    byLine.set(line, {
      line,
      column,
      path: key ?? '',
      message: isBareReference
        ? 'inside { } and [ ] a ${VARIABLE} must stand in quotes: "${VARIABLE}"'
        : code === 'DUPLICATE_KEY'
          ? 'is there twice'
          : code === 'MULTIPLE_DOCS'
            ? 'only one YAML document is allowed'
            : message,
    })
  }
  return [...byLine.values()]
}

const aliasMistakes = (document: Document, positions: Positions): Mistake[] => {
  const mistakes: Mistake[] = []
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document) !== undefined) return
      const message = `the alias *${alias.source} stands for nothing`
      mistakes.push({ ...positions(alias.range?.[0] ?? 0), path: '', message })
    },
  })
  return mistakes
}

/** Parses YAML and substitutes environment variables; collects all errors and throws none. */
export const readYaml = (text: string, env: Readonly<Record<string, string | undefined>>): YamlSource => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const positions: Positions = (offset) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const place = ({ path, at, message }: Finding): Mistake => ({
    ...positions(offsetOf(document, path, at)),
    path: formatPath(path),
    message,
  })
  const lostAliases = aliasMistakes(document, positions)
  const mistakes = [...syntaxMistakes(document, text, positions), ...lostAliases]
  const anchors = anchorsOf(document)
  const substituted: ConfigPath[] = []
  const leftOut: ConfigPath[] = []
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      const anchor = anchors.get(alias.resolve(document))
      const path = pathOf([...ancestors, alias])
      for (const paths of [substituted, leftOut])
        paths.push(
          ...paths.filter((one) => isWithin(one, anchor)).map((one) => [...path, ...one.slice(anchor!.length)]),
        )
    },
    Scalar: (key, scalar, ancestors) => {
      if (key === 'key' || typeof scalar.value !== 'string' || !scalar.value.includes('${')) return
      const { text: value, messages, isUnset, isLeftOut } = substitute(scalar.value, env)
      scalar.value = value
      const path = pathOf([...ancestors, scalar])
      substituted.push(path)
      if (isLeftOut) leftOut.push(path)
      const unset = isUnset && ({ isUnset } as const)
      mistakes.push(...messages.map((message) => ({ ...place({ path, at: 'value', message }), ...unset })))
    },
  })
  const substitutedKeys = new Set(substituted.map(formatPath))
  // A duplicate key leaves the rest readable, so that its other errors are found in the same run.
  const isReadable = lostAliases.length === 0 && document.errors.every(({ code }) => code === 'DUPLICATE_KEY')
  return {
    value: isReadable ? leaveOut(document.toJS({ maxAliasCount: -1 }), leftOut) : undefined,
    isReadable,
    mistakes,
    isSubstituted: (path) => substitutedKeys.has(formatPath(path)),
    place,
  }
}

/** The paths of the nodes that an alias may stand for. */
const anchorsOf = (document: Document): ReadonlyMap<unknown, ConfigPath> => {
  const anchors = new Map<unknown, ConfigPath>()
  visit(document, {
    Value: (_key, node, ancestors) => {
      if (node.anchor !== undefined) anchors.set(node, pathOf([...ancestors, node]))
    },
  })
  return anchors
}

const isWithin = (path: ConfigPath, outer: ConfigPath | undefined): boolean =>
  outer?.every((step, index) => step === path[index]) === true

/** Removes keys from the data; list entries stay, with an empty value. */
const leaveOut = (root: unknown, paths: readonly ConfigPath[]): unknown => {
  for (const path of paths) {
    const holder = path.slice(0, -1).reduce((node, step) => (node as Record<string | number, unknown>)?.[step], root)
    if (isObject(holder)) Reflect.deleteProperty(holder, path.at(-1)!)
  }
  return root
}

const pathOf = (nodes: readonly unknown[]): ConfigPath =>
  nodes.flatMap((node, index): (string | number)[] => {
    if (isPair(node)) return [String(isScalar(node.key) ? node.key.value : node.key)]
    const parent = nodes[index - 1]
    return isSeq(parent) ? [parent.items.indexOf(node)] : []
  })
