import type { Contract, ContractMethod } from '../../../contract/contract.js'
import { row, table } from '../typescript/markdown.js'
import { familiesOf, className as familyClass } from '../typescript/signature.js'
import { methodsTable } from '../typescript/tables.js'
import { callsOf, watchedKinds } from '../typescript/watched-kinds.js'
import { errorClass } from './error-module.js'
import { moduleOf } from './package-files.js'
import { pythonLiteral, pythonName } from './source-text.js'

const python = (...lines: readonly string[]): string => ['```python', ...lines, '```'].join('\n')

const urlOf = (family: string): string =>
  `http://127.0.0.1:8545/${family === 'solana' ? 'solana' : 'ethereum'}-mainnet/v3/API_KEY`

const callOf = ({ name, examples }: ContractMethod): string => {
  const given = (examples[0]?.params ?? []).map(({ value }) => pythonLiteral(value))
  return `${pythonName(name)}(${given.join(', ')})`
}

const start = (contract: Contract, module: string): string => {
  const families = familiesOf(contract)
  const parts = families.flatMap((family) => {
    const reads = contract.methods.filter((one) => one['x-family'] === family && (one['x-effect'] ?? 'read') === 'read')
    return [
      '',
      `with ${familyClass(family)}("${urlOf(family)}") as ${family}:`,
      ...(reads.length === 0 ? [`    print(${family})`] : []),
      ...reads.slice(0, 3).map((method) => `    print(${family}.${callOf(method)})`),
    ]
  })
  return python(`from ${module} import ${families.map(familyClass).join(', ')}`, ...parts)
}

const errorPart = (module: string): string => `## Errors

${python(
  'import time',
  '',
  `from ${module} import EvmClient, GatewayError, NodeError, TransportError, retry_delay`,
  `from ${module}.errors import DailyCreditsExhaustedError, TooManyResultsError`,
  '',
  `client = EvmClient("${urlOf('evm')}")`,
  'try:',
  '    print(len(client.eth_getLogs({"fromBlock": "earliest"})))',
  'except TooManyResultsError as error:',
  '    print("ask up to", error.data["to"])',
  'except DailyCreditsExhaustedError as error:',
  '    print("come back at", error.data["resetsAt"], "in", error.retry_after, "seconds")',
  'except (GatewayError, NodeError) as error:',
  '    print(error.code, error.message, error.data)',
  'except TransportError as error:',
  '    print("no answer:", error.reason)',
  '',
  '# Repeats only errors that the contract marks as worth a retry. Each attempt may cost credits.',
  'for attempt in range(1, 5):',
  '    try:',
  '        print(client.eth_blockNumber())',
  '        break',
  '    except (GatewayError, TransportError) as error:',
  '        delay = retry_delay(error, attempt)',
  '        if delay is None or delay > 30:',
  '            raise',
  '        time.sleep(delay)',
)}

- Each error of the gateway has a class in \`${module}.errors\` with \`name\`, typed \`data\` and
  \`retry\` (\`never\`, \`after\`, \`soon\`). If the error names a wait, \`retry_after\` is the wait in
  seconds.
- All of these are \`GatewayError\`. \`NodeError\` is an error of the node itself. Both are \`RpcError\`.
- \`TransportError\` means that no usable answer arrived. Its \`reason\` is \`timeout\`, \`connection\`,
  \`bad-answer\` or \`closed\`.
- The client never retries on its own.
- No error, log line or \`repr\` contains the URL, because the URL contains the key.
`

const batchPart = (module: string): string => `## Costs, batches, limits of time

${python(
  `from ${module} import EvmCalls, EvmClient, Reply`,
  '',
  `client = EvmClient("${urlOf('evm')}", timeout=20)`,
  'reply = client.reply(EvmCalls.eth_blockNumber())',
  'print(reply.result, reply.facts.credits_cost, reply.facts.credits_remaining, reply.facts.verified, reply.facts.request_id)',
  '',
  '# One message. Each call has an outcome of its own: a reply or an error.',
  'chain, logs = client.batch(EvmCalls.eth_chainId(), EvmCalls.eth_getLogs({"fromBlock": "latest"}))',
  'for outcome in (chain, logs):',
  '    print(outcome.result if isinstance(outcome, Reply) else repr(outcome))',
  '',
  '# Seconds for one call. Default: the limit of the method in the contract, plus 5 s.',
  'print(client.eth_chainId(timeout=2))',
)}

The facts come from the headers of the answer. The facts of a batch are those of the whole batch.

${python(
  'import asyncio',
  '',
  `from ${module} import AsyncEvmClient`,
  '',
  '',
  'async def main() -> None:',
  `    async with AsyncEvmClient("${urlOf('evm')}") as client:`,
  '        print(await asyncio.gather(client.eth_chainId(), client.eth_blockNumber()))',
  '',
  '',
  'asyncio.run(main())',
)}
`

const accountPart = (module: string): string => `## Accounts, by encoding

${python(
  `from ${module} import SolanaClient`,
  '',
  `client = SolanaClient("${urlOf('solana')}")`,
  'owner = "G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL"',
  'program = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"',
  'parsed = client.getTokenAccountsByOwner(owner, {"programId": program}, {"encoding": "jsonParsed"})',
  'for entry in parsed["value"]:',
  '    account = entry["account"]',
  '    print(account["lamports"], account["data"]["parsed"]["info"]["tokenAmount"]["uiAmountString"])',
)}

With \`jsonParsed\`, a node may still send bytes for an account whose mint it cannot read. Check with
\`isinstance(…, list)\`.
`

/** A program that runs until it is stopped; the tests run those that are marked python. */
const watchPart = (module: string): string => `## Subscriptions

\`\`\`py
import asyncio

from ${module} import AsyncEvmClient, ResumeLost


async def main() -> None:
    async with AsyncEvmClient("${urlOf('evm')}") as client:
        try:
            async for log in client.watch_logs({"address": "0x7dcd17433742f4c0ca53122ab541d0ba67fc27df"}):
                print("taken back" if log.get("removed") else "new", log["blockHash"], log["logIndex"])
        except ResumeLost as error:
            print("events may be missing after", error.after)


asyncio.run(main())
\`\`\`

\`\`\`py
import asyncio

from ${module} import AsyncEvmClient, ResumeLost


def on_gap(lost: ResumeLost) -> None:
    print("transactions may be missing:", lost.__cause__)


async def main() -> None:
    async with AsyncEvmClient("${urlOf('evm')}") as client:
        async for hash in client.watch_new_pending_transactions(on_gap=on_gap):
            print(hash)


asyncio.run(main())
\`\`\`

- Subscriptions need the extra \`watch\`: \`pip install '.[watch]'\` installs
  [websockets](https://websockets.readthedocs.io). Each watch has a WebSocket of its own.
- After a cut it connects again, with growing random waits. A kind that can be resumed goes on after
  the last event that still stands: no event is lost or doubled. Where the gateway cannot go on, the
  watch raises \`ResumeLost\`.
- Other kinds raise \`ResumeLost\` after a cut, because events may be missing; so do those that can be
  resumed, before their first event. With \`on_gap\` they call it instead and go on with the events of
  a new subscription. A watch that ends with one event goes on without either: the gateway finds an
  event that was missed.
- A removed log takes back its place and all after it. The watch goes on after the newest log that
  is left.
- \`watch_logs\` of an EVM network begins with the first block after it subscribed. While nothing
  matches, it asks for one head about every 32 blocks, to know where to go on.
- The first connection must succeed. Close code 1008 ends a watch with a \`TransportError\`, whose
  \`reason\` is the gateway's: \`daily_credits_exhausted\`.
- Events that are not read wait in the gateway. It cuts a reader that is too slow; the watch then
  goes on as after any cut.
`

const LIMITS = `## What it does not do

- Calls go over HTTP only. The TypeScript client also has calls over WebSocket, logs in parts,
  storage positions and automatic batches.
- A type checker checks the types (the tests use mypy --strict). Addresses, hashes and quantities are
  \`str\`. Only the gateway checks their form.
- It has no helpers for quantities: \`int(quantity, 16)\` reads one, and \`hex(number)\` writes one.
- Integers keep every digit, 64 bits and more. A number with a fraction becomes a float.
- The asynchronous clients need asyncio. Their time limit bounds a whole call. The time limit of the
  other clients bounds each step (connect, send, wait for the answer), and the whole answer.
- The clients ignore \`HTTPS_PROXY\` and do not compress answers. For a proxy, pass
  \`transport=httpx.HTTPTransport(proxy=…)\`. Such a transport sees the URL, and so the key.
`

const errorClasses = (contract: Contract): string =>
  table(
    ['class', 'name', 'code', 'when', 'retry'],
    Object.entries(contract['x-errors']).map(([name, { description, retry }]) =>
      row(`\`${errorClass(name)}\``, `\`${name}\``, contract.components.errors[name]!.code, description, retry),
    ),
  )

/**
 * The README of the package: how to use each part, with examples that the tests run, the methods
 * and the errors.
 */
export const pythonReadme = (contract: Contract, name: string): string => {
  const has = (method: string) => contract.methods.some((one) => one.name === method)
  const module = moduleOf(name)
  return [
    '<!-- @generated from openrpc.json by scripts/generate — do not edit -->',
    `# ${name}`,
    '',
    `A typed client of ${contract.info.title} over HTTP for Python 3.10 and later, synchronous or on asyncio. It`,
    'uses [httpx](https://www.python-httpx.org). A type checker refuses calls that the contract refuses.',
    'The type of a result follows from the params. Each error has a class. Each family of networks has',
    'its clients.',
    '',
    '`pip install .` in this folder installs it.',
    '',
    start(contract, module),
    '',
    ...(has('eth_getLogs') && has('eth_chainId') ? [errorPart(module), batchPart(module)] : []),
    ...(has('getTokenAccountsByOwner') ? [accountPart(module)] : []),
    ...(watchedKinds(contract).some(({ resumesFrom }) => resumesFrom === 'log') ? [watchPart(module)] : []),
    LIMITS,
    `## Methods\n${methodsTable(callsOf(contract))}\n`,
    `## Errors by class\n${errorClasses(contract)}\n`,
  ].join('\n')
}
