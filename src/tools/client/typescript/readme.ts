import { type Contract, type ContractMethod, quoted } from '../../../contract/contract.js'
import { className, familiesOf } from './class-module.js'
import { errorsTable, methodsTable } from './tables.js'
import { memberName } from './type-text.js'

const typescript = (...lines: readonly string[]): string => ['```ts', ...lines, '```'].join('\n')

const callOf = ({ name, examples }: ContractMethod): string => {
  const given = (examples[0]?.params ?? []).map(({ value }) => asTypeScript(value)).join(', ')
  return `${name}(${given})`
}

const asTypeScript = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(asTypeScript).join(',')}]`
  if (typeof value !== 'object' || value === null)
    return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${asTypeScript(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const urlOf = (family: string): string =>
  family === 'solana'
    ? 'http://127.0.0.1:8545/solana-mainnet/v3/API_KEY'
    : 'http://127.0.0.1:8545/ethereum-mainnet/v3/API_KEY'

const start = (contract: Contract, name: string): string => {
  const families = familiesOf(contract)
  const lines = families.flatMap((family) => {
    const methods = contract.methods.filter((method) => method['x-family'] === family && method['x-effect'] !== 'write')
    const first = methods.slice(0, 3).map((method) => `console.log(await ${family}.${callOf(method)})`)
    return [`const ${family} = new ${className(family)}({ url: '${urlOf(family)}' })`, ...first, '']
  })
  const closing = families.map((family) => `${family}.close()`)
  return typescript(`import { ${families.map(className).join(', ')} } from '${name}'`, '', ...lines, ...closing)
}

const evmPart = (name: string): string => `## Logs, however many

${typescript(
  `import { EvmClient } from '${name}'`,
  '',
  `const client = new EvmClient({ url: '${urlOf('evm')}' })`,
  "for await (const logs of client.logs({ fromBlock: 'earliest', toBlock: 'latest' })) console.log(logs.length)",
)}

Where the gateway refuses a range as too much, the range that it suggests is asked, and then parts of that size. Each part is a call with its price.

## Storage positions

${typescript(
  `import { EvmClient } from '${name}'`,
  `import { arrayPosition, mappingPosition, slotPosition } from '${name}/storage'`,
  '',
  `const client = new EvmClient({ url: '${urlOf('evm')}' })`,
  "const token = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'",
  "const holder = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'",
  "console.log(await client.eth_getStorageAt(token, slotPosition(0), 'latest'))",
  "console.log(await client.eth_getStorageAt(token, mappingPosition(1, { address: holder }), 'latest'))",
  '// mapping(address => mapping(uint256 => …)) at slot 2, and the fourth element of an array at slot 5',
  "console.log(await client.eth_getStorageAt(token, mappingPosition(2, { address: holder }, { uint: 7 }), 'latest'))",
  "console.log(await client.eth_getStorageAt(token, arrayPosition(5, 3), 'latest'))",
)}
`

const solanaPart = (name: string): string => `## Accounts, by encoding

${typescript(
  `import { SolanaClient } from '${name}'`,
  '',
  `const client = new SolanaClient({ url: '${urlOf('solana')}' })`,
  "const owner = 'G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL'",
  "const program = { programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }",
  "const parsed = await client.getTokenAccountsByOwner(owner, program, { encoding: 'jsonParsed' })",
  'for (const { account } of parsed.value) console.log(account.lamports, account.data.parsed.info.tokenAmount.uiAmountString)',
  "const raw = await client.getTokenAccountsByOwner(owner, program, { encoding: 'base64' })",
  'for (const { account } of raw.value) console.log(account.rentEpoch, account.data[0].length)',
)}

\`lamports\` and \`rentEpoch\` are bigints: they are read from the text of the answer with every digit. All other numbers are what JSON.parse makes
of them; \`rawResult\` gives the text itself. With \`jsonParsed\` a node that cannot read the data of a mint that is gone may still give bytes: look
with \`Array.isArray\` where that matters.
`

const errorsPart = (name: string): string => `## Errors

${typescript(
  `import { EvmClient, RpcError, retry, TransportError } from '${name}'`,
  '',
  `const client = new EvmClient({ url: '${urlOf('evm')}' })`,
  'try {',
  "  await client.eth_getLogs({ fromBlock: 'earliest' })",
  '} catch (error) {',
  "  if (error instanceof RpcError && error.name === 'too-many-results') console.log('ask up to', error.data.to)",
  "  else if (error instanceof RpcError && error.name === 'daily-credits-exhausted') console.log('come back at', error.data.resetsAt)",
  "  else if (error instanceof TransportError && error.reason === 'timeout') console.log('too slow')",
  '  else throw error',
  '}',
  '',
  '// Again while the contract says that it helps, after the wait that the error names; each attempt may cost credits.',
  'console.log(await retry(() => client.eth_blockNumber(), { attempts: 3 }))',
)}

- \`RpcError\` is an error that was answered. \`name\` is the name of the table below and tells what \`data\` has; an error of a node itself is
  \`node-error\`. It has \`code\`, \`message\`, \`method\` and \`facts\`.
- \`TransportError\` (\`transport-error\`) means that there was no usable answer: \`reason\` says why. A call that was in flight when a WebSocket broke may
  or may not have been done and charged. No error has the URL in it, which holds the key.
- Nothing is asked again by itself. \`retryDelayMs(error)\` is the wait that the contract names, or undefined where the same call would fail again.
`

const limitsPart = (name: string): string => `## Limits, batches, costs

${typescript(
  `import { EvmClient } from '${name}'`,
  '',
  `const client = new EvmClient({ url: '${urlOf('evm')}', batch: true })`,
  '// Made in one turn of the event loop: one message.',
  'const [chain, head] = await Promise.all([client.eth_chainId(), client.eth_blockNumber()])',
  'console.log(chain, head)',
  '',
  '// A limit and a signal for one call; unless given, a call ends 5 s behind the limit that the contract gives its method.',
  'await client.eth_blockNumber({ timeoutMs: 2_000, signal: AbortSignal.timeout(5_000) })',
  '',
  'const replies = await client.batch([',
  "  { method: 'eth_chainId', params: [] },",
  "  { method: 'eth_getLogs', params: [{ fromBlock: 'latest' }] },",
  '])',
  "for (const reply of replies) console.log('error' in reply ? reply.error.name : reply.result)",
  '',
  "const { result, facts } = await client.reply('eth_blockNumber', [])",
  'console.log(result, facts.creditsCost, facts.creditsRemaining, facts.servedBy, facts.isVerified, facts.requestId)',
)}

The facts come from headers of HTTP answers: over a WebSocket there are none. Those of a batch are the whole batch's.
`

const transportsPart = (name: string): string => `## WebSocket, browsers, other runtimes

${typescript(
  `import { EvmClient } from '${name}/fetch'`,
  '',
  `const overHttp = new EvmClient({ url: '${urlOf('evm')}' })`,
  'console.log(await overHttp.eth_blockNumber())',
)}

- A URL that begins with \`ws://\` or \`wss://\` uses one WebSocket for all calls. It opens with the first call, again (with growing waits) after it broke,
  and keeps a program running until \`close()\`.
- \`${name}\` posts with axios and, in Node, opens WebSockets with ws. \`${name}/fetch\` is the same without either: fetch and the global WebSocket, for
  pages and edge runtimes. Both are there as ES modules and as CommonJS.
`

/**
 * The README of the package: how to use each part, with examples that the tests run, the methods
 * and the errors.
 */
export const clientReadme = (contract: Contract, name: string): string => {
  const families = familiesOf(contract)
  const hasLogs = contract.methods.some((method) => method.name === 'eth_getLogs')
  const hasAccounts = contract.methods.some((method) => method.name === 'getTokenAccountsByOwner')
  return [
    '<!-- @generated from openrpc.json by scripts/generate — do not edit -->',
    `# ${name}`,
    '',
    `A typed client of ${contract.info.title} over HTTP or WebSocket, for Node 20.19 and later, browsers and other runtimes: calls that the contract refuses`,
    'do not compile, results have the types of what was asked, errors are told apart by name. Each family of networks has its class.',
    '',
    '`npm install && npm pack` in this folder makes the package, `npm install` with the file that this writes puts it into a program.',
    '',
    start(contract, name),
    '',
    ...(families.includes('evm') && hasLogs
      ? [errorsPart(name), limitsPart(name), transportsPart(name), evmPart(name)]
      : []),
    ...(families.includes('solana') && hasAccounts ? [solanaPart(name)] : []),
    `## Methods\n${methodsTable(contract)}\n`,
    `## Errors by name\n${errorsTable(contract)}\n`,
  ].join('\n')
}
