import { ADMIN_TOKEN } from '../support/admin-api.js'
import { CONFIG, Workplace } from '../support/command-line.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { ownPort } from '../support/own-port.js'

const place = new Workplace()
const { error, tollgate } = place

const withAdmin = (admin: string) => place.write('tollgate.yaml', `admin: { ${admin} }\n${CONFIG}`)

test('history shows the slots that had calls', async () => {
  const port = await ownPort()
  withAdmin(`port: ${port}, token: ${ADMIN_TOKEN}`)
  const idle = { calls: 0, errors: 0, p50Ms: null, p95Ms: null }
  const slow = { calls: 2, errors: 0, p50Ms: 1_234, p95Ms: 10_000 }
  const slots = [idle, { calls: 12, errors: 1, p50Ms: 3.456, p95Ms: 120 }, slow, { ...idle, calls: 1 }]
  const day = { since: '2026-01-01T10:03:00.000Z', from: '2026-01-01T10:00:00.000Z', slotSeconds: 300, slots }
  const upstreams = [
    { network: 'main', upstream: 'node-1', states: ['up', 'up', 'slow', null] },
    { network: 'main', upstream: 'node-2', states: ['down', 'up', 'down', 'up'] },
  ]
  const names = { networks: ['main'], methods: ['eth_chainId'], upstreams }
  const gateway = await startFakeUpstream(
    () => ({ json: { jsonrpc: '2.0', id: 1, result: { ...day, ...names } } }),
    port,
  )
  try {
    const { stdout } = await tollgate('history', '--network', 'main')
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/)),
    ).toEqual([
      ['FROM, UTC', 'CALLS', 'ERRORS', 'P50 MS', 'P95 MS', 'NOT UP'],
      ['2026-01-01 10:05', '12', '1', '3.46', '120', '-'],
      ['2026-01-01 10:10', '2', '0', '1234', '10000', 'main/node-1 slow, main/node-2 down'],
      ['2026-01-01 10:15', '1', '0', '-', '-', '-'],
    ])
    expect(gateway.requests[0]!.json).toMatchObject({ method: 'history', params: { network: 'main' } })
    gateway.setScript(() => ({ json: { jsonrpc: '2.0', id: 1, result: { ...day, slots: [idle], ...names } } }))
    expect((await tollgate('history')).stdout).toBe(
      'No call since 2026-01-01 10:03:00Z. The gateway keeps at most a day, in memory: a restart begins anew.\n',
    )
  } finally {
    await gateway.stop()
  }
})

test('upstreams shows circuits and methods taken out where there are any', async () => {
  const port = await ownPort()
  withAdmin(`port: ${port}, token: ${ADMIN_TOKEN}`)
  const well = {
    network: 'main',
    isPartner: false,
    state: 'up',
    measuredState: 'up',
    reason: 'answers',
    head: '9',
    lag: 0,
  }
  const usual = { inFlight: 0, p50Ms: 1, p95Ms: 2, errorRate: 0, calls: 3, lastFailure: null, cordonedUntil: null }
  const one = { ...well, ...usual, upstream: 'node-1', circuit: 'closed', takenOut: {} }
  const other = { ...one, upstream: 'node-2', circuit: 'open', takenOut: { eth_getLogs: 'no_method' } }
  const gateway = await startFakeUpstream(() => ({ json: { jsonrpc: '2.0', id: 1, result: [one, other] } }), port)
  const lines = async () =>
    (await tollgate('upstreams')).stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/).slice(11))
  try {
    expect(await lines()).toEqual([
      ['CIRCUIT', 'TAKEN OUT'],
      ['closed', '-'],
      ['open', 'eth_getLogs: no_method'],
    ])
    gateway.setScript(() => ({ json: { jsonrpc: '2.0', id: 1, result: [one] } }))
    expect(await lines()).toEqual([[], []])
  } finally {
    await gateway.stop()
  }
})

test.each([
  ['upstreams cordon node-1 --for x', '--for must be a duration such as 90s, 15m, 2h or 7d, at most 14d; not "x"'],
  ['upstreams cordon node-1 --for 15d', '--for must be a duration such as 90s, 15m, 2h or 7d, at most 14d; not "15d"'],
  ['upstreams drain node-1 --for x', '--for must be a duration such as 90s, 15m, 2h or 7d, at most 14d; not "x"'],
  ['upstreams drain node-1 --wait x', '--wait must be a duration such as 90s or 15m, not "x"'],
  ['client --out x --language Go', '--language must be typescript or python, not "Go"'],
])('%s: the error names the option as typed, what is allowed, and the value', async (line, message) => {
  withAdmin(`port: 1, token: ${ADMIN_TOKEN}`)
  expect(await error(...line.split(' '))).toContain(`2 tollgate: ${message}`)
})

describe('an upstream that several networks have', () => {
  const OTHER = `  base-mainnet:
    family: evm
    upstreams: [{ name: a, url: "http://127.0.0.1:3" }]
`
  test.each(['cordon', 'uncordon', 'drain'])('%s names the option and the networks', async (command) => {
    place.write('tollgate.yaml', `admin: { port: 1, token: ${ADMIN_TOKEN} }\n${CONFIG}${OTHER}`)
    expect(await error('upstreams', command, 'a')).toBe(
      '2 tollgate: several networks have an upstream a: give --network, one of ethereum-mainnet, base-mainnet',
    )
    expect(await error('upstreams', command, 'c')).toContain('1 tollgate: there is no upstream "c"')
    expect(await error('upstreams', command, 'a', '--network', 'base-mainnet')).toContain('no gateway answers')
  })
})

describe('upstreams says what is in the way', () => {
  test('of asking: no token, or no fixed port', async () => {
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: as a configuration names a variable
    for (const token of ['', 'token: "${TOLLGATE_ADMIN_TOKEN:-}"']) {
      withAdmin(token)
      expect(await error('upstreams')).toMatch(
        /^1 tollgate: admin\.token is empty.* TOLLGATE_ADMIN_TOKEN\) both in this shell and/,
      )
    }
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as a configuration names a variable
    withAdmin('port: 0, token: x')
    expect(await error('upstreams')).toBe(
      '1 tollgate: admin.port is 0, a free port, so it is not known where the gateway listens',
    )
  })

  test('of an answer: no program listens, or another one does', async () => {
    const port = await ownPort()
    withAdmin(`port: ${port}, token: ${ADMIN_TOKEN}`)
    expect(await error('upstreams')).toBe(
      `1 tollgate: no gateway answers at 127.0.0.1:${port} (ECONNREFUSED); is \`tollgate serve\` running?`,
    )
    const stranger = await startFakeUpstream(() => ({ raw: '<html>', status: 404 }), port)
    try {
      expect(await error('upstreams')).toBe(
        `1 tollgate: what answers at 127.0.0.1:${port} is no Tollgate admin listener (HTTP 404)`,
      )
      stranger.setScript(() => ({
        raw: '{"jsonrpc":"2.0","id":null,"error":{"code":-33100,"message":"Unauthorized"}}',
        status: 401,
      }))
      expect(await error('upstreams')).toBe(`1 tollgate: the gateway at 127.0.0.1:${port} says: Unauthorized`)
      const { stderr } = await tollgate('upstreams')
      expect(stderr).not.toContain(ADMIN_TOKEN)
      expect(stranger.requests[0]!.headers.authorization).toBe(`Bearer ${ADMIN_TOKEN}`)
    } finally {
      await stranger.stop()
    }
  })
})
