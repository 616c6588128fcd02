import type { DemoFacts } from './announcement.js'
import { demoNetworks } from './examples.js'

/** A call without params of each network, short enough for one line. */
const CALLS: Readonly<Record<string, string>> = {
  [demoNetworks.evm]: 'eth_blockNumber',
  [demoNetworks.solana]: 'getSlot',
}

/** Reports whether text for this output may have colours: https://no-color.org. */
export const mayColour = (env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean =>
  isTerminal && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'

/**
 * The first screen of the demo: what runs, pages to click, and one call to copy. At most 25 lines
 * of 100 columns, unless a notice is longer.
 */
export const renderFirstScreen = (facts: DemoFacts, isColoured: boolean): string => {
  const { url, links, accounts, examples, configFile, notices } = facts
  const networks = [...new Set(examples.map(({ network }) => network))]
  const [network] = networks
  const styled = (code: number) => (text: string) => (isColoured ? `\u001B[${code}m${text}\u001B[0m` : text)
  const [bold, link] = [styled(1), styled(36)]
  const message = `{"jsonrpc":"2.0","id":1,"method":"${CALLS[network!]}","params":[]}`
  return [
    ...notices,
    `${bold('Tollgate')} serves ${networks.join(' and ')}, from local chains.`,
    '',
    bold('Open'),
    `  docs       ${link(`${url}/docs`)}`,
    '             give it the key below, and try every method there',
    `  dashboard  ${link(links.accountHolder)}`,
    '             signs in once, as the holder of an account whose programs call all the time',
    `  operator   ${link(links.operator)}`,
    '             signs in once, as the operator',
    '',
    bold('Call'),
    `  export KEY=${accounts[0].key}`,
    `  export TG=${url}/${network}/v3/$KEY`,
    `  curl -s $TG -d '${message}'`,
    '',
    bold('More'),
    `  configuration  ${configFile}`,
    '  all lines      npx tollgate demo --lines',
    '                 starts with a line for each method, one for WebSocket, and what to try next',
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n')
}
