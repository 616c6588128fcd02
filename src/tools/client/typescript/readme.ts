import { type Contract, type ContractMethod, quoted } from '../../../contract/contract.js'
import { className, familiesOf } from './signature.js'
import { errorsTable, methodsTable } from './tables.js'
import { memberName } from './type-text.js'
import { watchPart } from './watch-readme.js'
import { callsOf, watchedKinds } from './watched-kinds.js'

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
    const methods = callsOf(contract).methods.filter(
      (method) => method['x-family'] === family && method['x-effect'] !== 'write',
    )
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

If the gateway refuses a range as too large, the client asks for the range that the gateway
suggests, and then for further parts of that size. Each part is a call with its own price.

## Quantities

${typescript(
  `import { EvmClient, toBigInt, toQuantity } from '${name}'`,
  '',
  `const client = new EvmClient({ url: '${urlOf('evm')}' })`,
  'const head = toBigInt(await client.eth_blockNumber())',
  "console.log(head, await client.eth_getLogs({ fromBlock: toQuantity(head > 9n ? head - 9n : 0n), toBlock: 'latest' }))",
)}

Numbers of EVM networks are hexadecimal texts. \`toBigInt\` reads one, and \`toQuantity\` writes one.

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

- \`lamports\` and \`rentEpoch\` are bigints: the client reads every digit from the answer's text.
- JSON.parse reads all other numbers. \`rawResult\` is the text itself.
- With \`jsonParsed\`, a node may still send bytes for an account whose mint it cannot read. Check
  with \`Array.isArray\`.
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
  '// Repeats only errors that the contract marks as worth a retry, after the wait that they name. Each attempt may cost credits.',
  'console.log(await retry(() => client.eth_blockNumber(), { attempts: 3 }))',
)}

- \`RpcError\` is an error in an answer. Its \`name\` is a name of the table below, and decides the type
  of \`data\`. An error of the node itself is named \`node-error\`. Further members are \`code\`,
  \`message\`, \`method\` and \`facts\`.
- \`TransportError\` (\`transport-error\`) means that no usable answer arrived; \`reason\` says why. If a
  WebSocket breaks, the gateway may have executed and charged the calls in flight.
- No error contains the URL, because the URL contains the key.
- The client never retries on its own. \`retryDelayMs(error)\` is the wait that the contract names, or
  undefined if the same call would fail again.
`

const limitsPart = (name: string): string => `## Limits, batches, costs

${typescript(
  `import { EvmClient } from '${name}'`,
  '',
  `const client = new EvmClient({ url: '${urlOf('evm')}', batch: true })`,
  '// Calls of one turn of the event loop travel in one message.',
  'const [chain, head] = await Promise.all([client.eth_chainId(), client.eth_blockNumber()])',
  'console.log(chain, head)',
  '',
  '// A time limit and a signal for one call. Default: the limit of the method in the contract, plus 5 s.',
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

The facts come from the headers of HTTP answers. Calls over a WebSocket have no facts. The facts of
a batch are those of the whole batch.
`

const transportsPart = (name: string): string => `## WebSocket, browsers, other runtimes

${typescript(
  `import { EvmClient } from '${name}/fetch'`,
  '',
  `const overHttp = new EvmClient({ url: '${urlOf('evm')}' })`,
  'console.log(await overHttp.eth_blockNumber())',
)}

- A URL that begins with \`ws://\` or \`wss://\` uses one WebSocket for all calls. The first call opens
  it. After a break, the client opens it again, with growing waits. It keeps a program running until
  \`close()\`.
- \`${name}\` uses axios and ws in Node, Bun and Deno. In pages and on the edge it uses fetch and the
  global WebSocket, and loads no package: bundlers choose by the condition \`node\` of its exports.
- \`${name}/fetch\` has the same interface, on fetch and the global WebSocket everywhere. Both are ES
  modules and CommonJS.
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
    `A typed client of ${contract.info.title} over HTTP or WebSocket, for Node 20.19 and later, browsers and`,
    'other runtimes. A call that the contract refuses does not compile. The type of a result follows',
    'from the params. Each error has a name. Each family of networks has a class.',
    '',
    '`npm install && npm pack` in this folder makes the package. Install the resulting file with',
    '`npm install FILE`.',
    '',
    start(contract, name),
    '',
    ...(families.includes('evm') && hasLogs
      ? [errorsPart(name), limitsPart(name), transportsPart(name), evmPart(name)]
      : []),
    ...(watchedKinds(contract).some(({ resumesFrom }) => resumesFrom === 'log') ? [watchPart(name, urlOf('evm'))] : []),
    ...(families.includes('solana') && hasAccounts ? [solanaPart(name)] : []),
    `## Methods\n${methodsTable(callsOf(contract))}\n`,
    `## Errors by name\n${errorsTable(contract)}\n`,
  ].join('\n')
}
