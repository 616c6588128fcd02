import { methods } from '../../../generated/methods.js'
import type { DashboardLinks } from './dashboard-links.js'
import { CORE_DAILY_CREDITS } from './demo-config.js'
import type { EvmFixture } from './evm-fixture.js'
import { curlOf, demoNetworks, type Example, webSocketLineOf } from './examples.js'
import type { SolanaFixture } from './solana-fixture.js'

/** An account that the demo made, and the text of its key. */
export interface DemoAccount {
  readonly id: string
  readonly plan: string
  readonly isFailoverOn: boolean
  readonly key: string
}

/** Everything that the running demo prints. */
export interface DemoFacts {
  readonly url: string
  readonly adminUrl: string
  readonly adminToken: string
  /** The process of the EVM node, to be killed. */
  readonly nodePid?: number | undefined
  readonly configFile: string
  readonly links: DashboardLinks
  readonly accounts: readonly [DemoAccount, ...DemoAccount[]]
  readonly examples: readonly [Example, ...Example[]]
  readonly contract?: EvmFixture | undefined
  readonly solana?: SolanaFixture | undefined
  /** Sentences about what is not as usual: a chain that does not run, a port that was taken. */
  readonly notices: readonly string[]
  /** True if the `node` of this machine has a WebSocket client without a flag. */
  readonly isWebSocketBuiltIn: boolean
}

/** The demo's facts as data, for scripts; the lines use the first account's key. */
export const describeDemo = (facts: DemoFacts) => {
  const { url, adminUrl, adminToken, nodePid, configFile, links, accounts, examples, contract, solana, notices } = facts
  const [{ key }] = accounts
  return {
    url,
    docsUrl: `${url}/docs`,
    adminUrl,
    adminToken,
    nodePid,
    configFile,
    dashboard: links,
    accounts,
    networks: [...new Set(examples.map(({ network }) => network))],
    contract,
    solana,
    curls: Object.fromEntries(examples.map((example) => [example.method, curlOf(url, key, example)])),
    webSocket: webSocketLineOf(url, key, webSocketExample(examples), facts.isWebSocketBuiltIn),
    notices,
  }
}

/** The demo's facts as text, for a reader that has never seen the program. */
export const announceDemo = (facts: DemoFacts): string => {
  const { curls, docsUrl, webSocket, networks } = describeDemo(facts)
  const [first] = facts.accounts
  const calls = facts.examples.map(
    ({ method, shows }) => `# ${method}, ${methods[method].priceCredits} credits: ${shows}\n${curls[method]}`,
  )
  return [
    ...facts.notices,
    `Tollgate serves ${networks.join(' and ')}, from local chains, at ${facts.url}`,
    '',
    ...facts.accounts.map(renderAccount),
    '',
    ...renderContract(facts.contract),
    ...renderSolana(facts.solana),
    `docs            ${docsUrl}   (give it a key, and try every method there)`,
    `dashboard       ${facts.links.accountHolder}\n                signs in once as the holder of an account whose programs call all the time`,
    `  operator      ${facts.links.operator}\n                signs in once as the operator; later, the admin token does`,
    `metrics         ${facts.adminUrl}/metrics`,
    `admin token     ${facts.adminToken}`,
    `configuration   ${facts.configFile}`,
    `spent credits   npx tollgate usage --config ${facts.configFile} --account ${first.id}`,
    '',
    `One call of each method, with the key of ${first.plan}:`,
    '',
    calls.join('\n\n'),
    '',
    `# ${webSocketExample(facts.examples).method} over WebSocket`,
    webSocket,
    '',
    ...tryNext(facts),
    'Ctrl-C stops everything.',
    '',
  ].join('\n')
}

/** Commands that show more than an answer. */
const tryNext = ({ url, configFile, accounts, examples, nodePid, contract }: DemoFacts): string[] => {
  const [first, second = first] = accounts
  const [rich, poor] = first.isFailoverOn ? [first, second] : [second, first]
  const exampleOf = (method: string) => examples.find((example) => example.method === method)
  const [latest, storage] = [exampleOf('eth_blockNumber'), exampleOf('eth_getStorageAt')]
  if (latest === undefined || storage === undefined || nodePid === undefined || contract === undefined) return []
  const ofBlock: Example = { ...latest, method: 'eth_getLogs', params: [{ blockHash: contract.deployBlockHash }] }
  const logs = curlOf(url, first.key, ofBlock).replace('curl -s', 'curl -si')
  return [
    'Try next:',
    '',
    '# the cache: what a block holds cannot change, so the second answer comes from memory (X-Served-By: cache)',
    logs,
    logs,
    '',
    '# HTTP 402: no credits left for the day. A change reaches the gateway within a second',
    `npx tollgate account set ${poor.id} --daily-credits 10 --config ${configFile}`,
    'sleep 1',
    curlOf(url, poor.key, latest).replace('curl -s', 'curl -si'),
    '# and with them again',
    `npx tollgate account set ${poor.id} --daily-credits ${CORE_DAILY_CREDITS} --config ${configFile}`,
    'sleep 1',
    curlOf(url, poor.key, latest).replace('curl -s', 'curl -si'),
    '',
    '# the node is killed, and starts again after a minute. Until then the partner answers',
    `# ${rich.plan}, which has failover protection (X-Served-By: partner); ${poor.plan} gets HTTP 503`,
    `kill -9 ${nodePid}`,
    `${curlOf(url, rich.key, storage).replace('curl -s', 'curl -si')}`,
    curlOf(url, poor.key, storage).replace('curl -s', 'curl -si'),
    `npx tollgate forwarded --config ${configFile}`,
    `npx tollgate upstreams --config ${configFile}`,
    '',
  ]
}

const webSocketExample = ([first, ...others]: DemoFacts['examples']): Example =>
  [first, ...others].find(({ method }) => method === 'eth_blockNumber' || method === 'getTokenAccountBalance') ?? first

const renderAccount = ({ id, plan, isFailoverOn, key }: DemoAccount): string =>
  `${plan.padEnd(15)} ${key}   (account ${id}${isFailoverOn ? ', failover on' : ''})`

const renderContract = (contract: EvmFixture | undefined): string[] =>
  contract
    ? [
        `contract        ${contract.contractAddress} on ${demoNetworks.evm}`,
        `  plain slot    ${contract.plainPosition} holds 1234`,
        `  mapping       ${contract.mappingPosition} holds 1000`,
        `  event         ${contract.eventTopic}, twice`,
      ]
    : []

const renderSolana = (solana: SolanaFixture | undefined): string[] =>
  solana
    ? [
        `token owner     ${solana.owner} on ${demoNetworks.solana}`,
        `  accounts      ${solana.tokenAccount}, ${solana.largeTokenAccount}`,
      ]
    : []
