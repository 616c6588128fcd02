import type { Config } from './config.js'
import { configSchema } from './schema.js'

type Path = readonly string[]

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly 'x-restart'?: boolean
}

const marked = (node: SchemaNode, path: Path): Path[] => {
  if (node['x-restart'] === true) return [path]
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => marked(child, [...path, name]))
}

let paths: readonly Path[] | undefined

const restartPaths = (): readonly Path[] => {
  paths ??= marked(configSchema() as SchemaNode, [])
  return paths
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce((node, name) => (node as Record<string, unknown> | undefined)?.[name], value)

/** Copies `value` with another value at `path`; shares the rest with the original. */
const replaced = (value: unknown, [name, ...rest]: Path, leaf: unknown): unknown => {
  if (name === undefined) return leaf
  const node = (value ?? {}) as Record<string, unknown>
  return { ...node, [name]: replaced(node[name], rest, leaf) }
}

/**
 * Applies a new configuration to a running process, except for keys that need a restart
 * (`x-restart` in config.schema.json): those keep their values.
 *
 * `needRestart`  paths of such keys that differ; reported at every reload until the process is
 *                restarted or the file agrees again
 */
export const applyReload = (
  running: Config,
  next: Config,
): { readonly config: Config; readonly needRestart: string[] } => {
  let config: unknown = next
  const needRestart: string[] = []
  for (const path of restartPaths()) {
    const [old, wanted] = [at(running, path), at(next, path)]
    if (JSON.stringify(old) === JSON.stringify(wanted)) continue
    needRestart.push(path.join('.'))
    config = replaced(config, path, old)
  }
  return { config: config as Config, needRestart }
}
