import { readFileSync } from 'node:fs'
import { lint } from '../../src/contract/lint.js'
import { readContract } from '../contract/contract-copy.js'
import { blocksIn } from '../support/page-blocks.js'

const PAGE = 'docs/adding-a-method.md'

/** The entry of the page, as another method. */
const entryOf = (): Record<string, unknown> => {
  const [text] = blocksIn(PAGE, 'An entry to copy')
  return { ...(JSON.parse(text!) as object), name: 'eth_getThing' }
}

/** The contract with one method more, and the components that the method needs. */
const contractWith = (entry: object): object => {
  const contract = readContract()
  const shipped = JSON.parse(readFileSync('src/contract/shipped/ethereum.openrpc.json', 'utf8')) as typeof contract
  const { HexDataOrNull } = shipped.components.schemas
  const components = { ...contract.components, schemas: { ...contract.components.schemas, HexDataOrNull } }
  return { ...contract, methods: [...contract.methods, entry], components }
}

test('the entry to copy is a method that the lint accepts', () => {
  expect(lint(contractWith(entryOf()))).toEqual([])
})

test('the table under the entry has each member that the lint demands', () => {
  const entry = entryOf()
  const demanded = Object.keys(entry).filter((left) => {
    const rest = Object.fromEntries(Object.entries(entry).filter(([member]) => member !== left))
    return lint(contractWith(rest)).length > 0
  })
  const [, section] = readFileSync(PAGE, 'utf8').split(/^## An entry to copy$/m)
  const named = [...section!.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) => cell!.split(', '))
  expect(demanded.length).toBeGreaterThan(10)
  expect(demanded.filter((member) => !named.includes(`\`${member}\``))).toEqual([])
})
