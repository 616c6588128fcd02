// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as they are written in the file
import { join } from 'node:path'
import { Workplace } from '../../support/command-line.js'

const place = new Workplace()

const FILE = `
admin: { token: "\${TOKEN}", port: 9000 }
store: "postgres://gate:pa55@db.example/tollgate?sslmode=require&password=pa55"
plans:
  core: { dailyCredits: 3000000, creditsPerSecond: 500 }
networks:
  main:
    family: evm
    upstreams:
      - { name: a, url: "https://user:pa55@node.example/v3/k3y", wsUrl: "wss://node.example/ws/k3y", share: batch }
      - { name: b, url: "http://127.0.0.1:1", headers: { X-Api-Key: k3y } }
    partner: { name: p, url: "https://partner.example/k3y?apikey=k3y" }
dashboard: { linkWebhook: { url: "https://hooks.example/k3y", secret: pa55pa55pa55pa55 } }
cache: { shared: "redis://:pa55@cache.example:6379/0" }
`

test('shows every key, with a mark behind those that the file does not set', async () => {
  place.write('tollgate.yaml', FILE)
  const { status, stdout, stderr } = await place.tollgate('config', 'show')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('  port: 9000\n')
  expect(stdout).toContain('  port: 8545 # default\n')
  expect(stdout).toContain(
    '    dailyCredits: 3000000\n    creditsPerSecond: 500\n    burstSeconds: 10 # default\n    maxConnections: 1000 # default\n    maxSubscriptions: 10000 # default\n',
  )
  expect(stdout).toMatch(
    /- name: b\n +url: http:\/\/127.0.0.1:1\/\n +headers:\n +X-Api-Key: "?\*{3}"?\n +gzip: false # default\n +weight: 1 # default\n/,
  )
  expect(stdout).toMatch(/hosts: \[\] *# default\n/)
  expect(stdout).toContain(`stateDir: ${join(place.folder, 'tollgate-state')} # default\n`)
})

test('shows addresses without users, passwords and keys, and no token', async () => {
  place.write('tollgate.yaml', FILE)
  place.env = { TOKEN: 't0ken' }
  for (const format of [[], ['--json']]) {
    const { stdout } = await place.tollgate('config', 'show', ...format)
    for (const address of [
      'postgres://gate:***@db.example/tollgate?***',
      'https://***@node.example/***',
      'wss://node.example/***',
      'https://partner.example/***?***',
      'redis://:***@cache.example:6379/0',
      'https://hooks.example/***',
    ])
      expect(stdout).toContain(address)
    expect(stdout).not.toMatch(/pa55|k3y|t0ken/)
  }
})

test('is, secrets aside, a configuration that does the same', async () => {
  const { stdout } = await place.tollgate('config', 'show')
  const { config } = await place.json<{ config: object }>('config', 'show')
  place.write('tollgate.yaml', stdout)
  expect(await place.json('config', 'show')).toEqual({ config, defaults: [] })
})

test('says what is wrong with a file that has mistakes, and shows nothing', async () => {
  place.write('tollgate.yaml', `${FILE}nonsense: 1\n`)
  const { status, stdout, stderr } = await place.tollgate('config', 'show')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/tollgate\.yaml:15:1 nonsense: is not a known key/)
})
