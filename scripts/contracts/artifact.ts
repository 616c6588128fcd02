import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { concatHex, type Hex, keccak256, pad, toEventSelector, toHex } from 'viem'

interface CompiledContract {
  readonly evm: { readonly bytecode: { readonly object: string }; readonly methodIdentifiers: Record<string, string> }
  readonly abi: readonly {
    readonly type: string
    readonly name?: string
    readonly inputs?: readonly { type: string }[]
  }[]
  readonly storageLayout: {
    readonly storage: readonly { readonly label: string; readonly slot: string; readonly type: string }[]
  }
}

interface CompilerOutput {
  readonly contracts?: Record<string, Record<string, CompiledContract>>
  readonly errors?: readonly { readonly formattedMessage: string }[]
}

/**
 * anvil's first unlocked account: the sender of everything the demo writes, and the key whose
 * mapping position is recorded.
 */
const FIRST_ACCOUNT = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

/**
 * Compiles one contract into the text of a TypeScript module; the same bytes every time.
 *
 * Errors  the compiler's errors and warnings, all of them
 */
export const renderArtifact = (contractName: string): string => {
  const contract = compile(contractName)
  const selectors = Object.entries(contract.evm.methodIdentifiers).map(
    ([signature, selector]) => [nameOf(signature), `0x${selector}`] as const,
  )
  const topics = contract.abi
    .filter(({ type }) => type === 'event')
    .map(({ name, inputs = [] }) => {
      const signature = `${name}(${inputs.map(({ type }) => type).join(',')})`
      return [String(name), toEventSelector(signature)] as const
    })
  const { storage } = contract.storageLayout
  return `// @generated from scripts/contracts/${contractName}.sol by scripts/contracts/compile.ts — do not edit

/** ${contractName}: its bytecode, selectors, topics and storage positions. */
export const ${contractName.toLowerCase()} = {
  bytecode:
    '0x${contract.evm.bytecode.object}',
  selectors: {${renderEntries(selectors)}},
  topics: {${renderEntries(topics)}},
  /** Storage positions. For a mapping, the position of anvil's first account. */
  positions: {${renderEntries(storage.map(({ label, slot, type }) => [label, positionOf(slot, type)] as const))}},
} as const
`
}

const compile = (contractName: string): CompiledContract => {
  // The package solc has no types.
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const fileName = `${contractName}.sol`
  const input = {
    language: 'Solidity',
    sources: { [fileName]: { content: readFileSync(new URL(fileName, import.meta.url), 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      // No PUSH0, so that older nodes run it too.
      evmVersion: 'paris',
      // The metadata's hash would change with every comment.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.methodIdentifiers', 'storageLayout'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput
  const contract = output.contracts?.[fileName]?.[contractName]
  if (output.errors?.length || !contract) {
    throw new Error(output.errors?.map((error) => error.formattedMessage).join('\n') || `no contract in ${fileName}`)
  }
  return contract
}

const nameOf = (signature: string): string => signature.slice(0, signature.indexOf('('))

const positionOf = (slot: string, type: string): Hex => {
  const plain = toHex(BigInt(slot))
  return type.startsWith('t_mapping') ? keccak256(concatHex([pad(FIRST_ACCOUNT), pad(plain)])) : plain
}

const renderEntries = (entries: readonly (readonly [string, string])[]): string =>
  `\n${entries.map(([name, value]) => `    ${name}: '${value}',\n`).join('')}  `
