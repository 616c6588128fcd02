import { routeOf } from '../../../src/server/listeners/request.js'
import { networkTable } from '../../../src/server/networks/network.js'
import type { AnsweringNetwork } from '../../../src/server/pipeline/stage.js'
import { aNetwork } from '../../support/charged-call.js'

const network = (name: string, ...hosts: string[]): AnsweringNetwork => aNetwork({ name, hosts })
const networks = networkTable([network('eth', 'eth.example', 'eth.localhost', '[::1]'), network('sol', 'sol.example')])

/** What an address leads to, in one word each: kind, network, key or reason. */
const lead = (host: string | undefined, target: string): string => {
  const route = routeOf({ target, host }, networks)
  switch (route.kind) {
    case 'nowhere':
      return route.reason
    case 'contract':
      return `contract ${route.network?.name ?? 'of all'}`
    case 'docs':
      return `docs ${route.network?.name ?? 'of all'} ${route.file ?? 'page'}`
    default:
      return `${route.kind} ${route.network.name} ${route.keyText}`
  }
}

describe('an address', () => {
  test.each<[string | undefined, string, string]>([
    ['eth.example', '/v3/KEY', 'call eth KEY'],
    ['ETH.Example:8545', '/v3/KEY', 'call eth KEY'],
    ['eth.example.', '/v3/KEY', 'call eth KEY'],
    // RFC 3986, section 3.2.3: the port may be empty.
    ['eth.example:', '/v3/KEY', 'call eth KEY'],
    ['eth.example.:', '/v3/KEY', 'call eth KEY'],
    ['[::1]', '/v3/KEY', 'call eth KEY'],
    ['[::1]:8545', '/ws/v3/KEY', 'websocket eth KEY'],
    ['evil.example', 'http://[::1]:/v3/KEY', 'call eth KEY'],
    ['[::2]', '/v3/KEY', 'unknown_network'],
    ['::1', '/v3/KEY', 'unknown_network'],
    ['eth.example', '/v3/KEY?x=/ws/v3/OTHER', 'call eth KEY'],
    ['eth.example', '/ws/v3/KEY', 'websocket eth KEY'],
    ['eth.example', '/v3/', 'call eth undefined'],
    ['eth.example', '/v3', 'call eth undefined'],
    // The path says more than the host.
    ['eth.example', '/sol/v3/KEY', 'call sol KEY'],
    [undefined, '/sol/v3/KEY', 'call sol KEY'],
    ['evil.example', '/sol/ws/v3/KEY', 'websocket sol KEY'],
    ['evil.example', '/v3/KEY', 'unknown_network'],
    ['eth.example.evil.example', '/v3/KEY', 'unknown_network'],
    ['', '/v3/KEY', 'unknown_network'],
    ['eth.example', '/polygon/v3/KEY', 'unknown_network'],
    ['eth.example', '/polygon/ws/v3/KEY', 'unknown_network'],
    ['eth.example', '/v2/KEY', 'unknown_path'],
    ['eth.example', '/v3/KEY/', 'unknown_path'],
    ['eth.example', '/v3/KEY/x', 'unknown_path'],
    ['eth.example', '/ws/v3/KEY/', 'unknown_path'],
    ['evil.example', '/sol/v3/KEY/', 'unknown_path'],
    ['evil.example', '/sol/ws/v3/KEY/', 'unknown_path'],
    ['evil.example', '/polygon/ws/v3/KEY/', 'unknown_network'],
    ['eth.example', '//v3/KEY', 'unknown_network'],
    ['eth.example', '/', 'call eth undefined'],
    ['eth.example', '/?x', 'call eth undefined'],
    ['eth.example', '/ws', 'websocket eth undefined'],
    ['eth.example', '/ws/v3', 'websocket eth undefined'],
    ['eth.example', '/sol', 'call sol undefined'],
    ['evil.example', '/sol/', 'call sol undefined'],
    ['evil.example', '/sol?key=KEY', 'call sol undefined'],
    ['evil.example', '/sol/ws', 'websocket sol undefined'],
    ['evil.example', '/sol/ws/', 'unknown_path'],
    ['evil.example', '/sol//', 'unknown_path'],
    ['evil.example', '/', 'unknown_path'],
    ['evil.example', '/ws', 'unknown_path'],
    ['eth.example', '/polygon', 'unknown_path'],
    ['eth.example', '/KEY', 'unknown_path'],
    ['eth.example', '*', 'unknown_path'],
    ['eth.example', '/openrpc.json', 'contract eth'],
    ['evil.example', '/openrpc.json', 'contract of all'],
    ['evil.example', '/sol/openrpc.json?pretty', 'contract sol'],
    ['evil.example', '/polygon/openrpc.json', 'unknown_path'],
    ['eth.example', '/docs', 'docs eth page'],
    ['evil.example', '/docs?x', 'docs of all page'],
    ['evil.example', '/sol/docs', 'docs sol page'],
    ['evil.example', '/sol/docs/app-1.js', 'docs sol app-1.js'],
    ['evil.example', '/docs/', 'docs of all '],
    ['evil.example', '/docs2', 'unknown_path'],
    ['evil.example', '/polygon/docs', 'unknown_path'],
    ['evil.example', '/__proto__/v3/KEY', 'unknown_network'],
  ])('on %s, %s leads to: %s', (host, target, expected) => {
    expect(lead(host, target)).toBe(expected)
  })
})
