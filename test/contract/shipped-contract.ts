import { readFileSync } from 'node:fs'
import type { WrittenContract } from '../../src/contract/with-errors.js'

/** Reads the built-in contract. The caller may change the object. */
export const builtIn = (): WrittenContract => JSON.parse(readFileSync('openrpc.json', 'utf8')) as WrittenContract

/** The names of the shipped contracts. */
export const shippedNames = ['ethereum', 'solana', 'ethereum-debug', 'anvil'] as const

type Part = Pick<WrittenContract, 'methods' | 'components'>

/** Returns the names of the components that a value refers to. */
const usedIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)

/**
 * Returns the methods and components that a shipped contract adds to the built-in one. It leaves
 * out methods that both have, and components that only such methods use. Errors and extensions are
 * those of the built-in contract.
 */
export const shipped = (name: (typeof shippedNames)[number]): Part => {
  const { methods, components } = JSON.parse(readFileSync(`src/contract/shipped/${name}.openrpc.json`, 'utf8')) as Part
  const taken = new Set(builtIn().methods.map((method) => method.name))
  const own = methods.filter((method) => !taken.has(method.name))
  const used = new Set(usedIn(own))
  for (const component of used) for (const inner of usedIn(components.schemas[component] ?? {})) used.add(inner)
  const schemas = Object.entries(components.schemas).filter(([component]) => used.has(component))
  return { methods: own, components: { ...components, schemas: Object.fromEntries(schemas) } }
}

/**
 * Joins the built-in contract and another one. A network serves the result if an operator gives it
 * the other contract.
 */
export const joined = (other: Pick<WrittenContract, 'methods' | 'components'>): WrittenContract => {
  const own = builtIn()
  return {
    ...own,
    methods: [...own.methods, ...other.methods],
    components: { ...own.components, schemas: { ...own.components.schemas, ...other.components.schemas } },
  }
}
