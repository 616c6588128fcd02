import { readFileSync } from 'node:fs'
import type { WrittenContract } from '../../src/contract/with-errors.js'

/** The built-in contract, fresh. */
export const builtIn = (): WrittenContract => JSON.parse(readFileSync('openrpc.json', 'utf8')) as WrittenContract

/** The names of the shipped contracts. */
export const shippedNames = ['ethereum', 'solana', 'ethereum-debug', 'anvil'] as const

type Part = Pick<WrittenContract, 'methods' | 'components'>

/** What refers to components in a value, by their names. */
const usedIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)

/**
 * What a shipped contract adds to the built-in one: a method that both have is the built-in one's,
 * and components that only such methods use are left out with them. Errors and extensions are those
 * of the built-in contract.
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
 * One document of the built-in contract and another: what a network serves to which an operator
 * brought it.
 */
export const joined = (other: Pick<WrittenContract, 'methods' | 'components'>): WrittenContract => {
  const own = builtIn()
  return {
    ...own,
    methods: [...own.methods, ...other.methods],
    components: { ...own.components, schemas: { ...own.components.schemas, ...other.components.schemas } },
  }
}
