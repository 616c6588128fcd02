import { banner, type Contract, literal } from '../../../src/contract/contract.js'
import { shippedContracts, shippedNames } from '../../../src/contract/operator/shipped-files.js'

/** The methods of each shipped contract, for code that reads no files. */
export const emitShippedMethods = ({ methods }: Contract): string => {
  const builtIn = new Set(methods.map(({ name }) => name))
  const rows = shippedContracts().map((contract, index) => {
    const own = contract.methods.map(({ name }) => name).filter((name) => !builtIn.has(name))
    return `  ${literal(shippedNames[index])}: [\n${own.map((name) => `    ${literal(name)},\n`).join('')}  ],`
  })
  return `${banner.replace('openrpc.json', 'openrpc.json and src/contract')}
/** The methods of the built-in contract. */
export const builtInMethods: readonly string[] = ${literal([...builtIn])}

/** The methods that each contract with a name adds, by that name. */
export const shippedMethods: Readonly<Record<string, readonly string[]>> = {
${rows.join('\n')}
}
`
}
