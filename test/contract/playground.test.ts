import { createRequire } from 'node:module'
import { Ajv, type SchemaObject } from 'ajv'
import { document } from '../../generated/document.js'
import { servedDocument } from '../../src/contract/served/served-document.js'
import { exactJson } from '../../src/runtime/exact-json.js'
import { callOf, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'

const ORIGIN = 'https://playground.open-rpc.org'
const NEAR = { name: 'near', family: 'evm', safeTag: false, recentBlocks: 128 } as const
const ACCOUNT = { dailyCredits: 3000, remaining: 2745, resetsAt: '2026-11-23T00:00:00.000Z' }

const require = createRequire(import.meta.url)
interface MetaSchema extends SchemaObject {
  readonly $id: string
  readonly properties: { readonly openrpc: { readonly enum?: readonly string[] } }
}
/**
 * Meta-schemas of OpenRPC 1.2.6 to 1.3.2 and 1.4, as the project publishes them. Their schemas of
 * schemas are a separate package.
 */
const { default: published } = require('@open-rpc/meta-schema') as { default: MetaSchema }
const spec13 = require('@open-rpc/spec/1_3/schema.json') as MetaSchema
const spec14 = require('@open-rpc/spec/1_4/schema.json') as MetaSchema
const { default: schemaOfSchemas } = require('@json-schema-tools/meta-schema') as { default: MetaSchema }

/** Returns a schema without the name of its dialect, which Ajv knows by another name. */
const withoutDialect = ({ $schema: _, ...schema }: MetaSchema): SchemaObject => schema

/** Returns a function that lists the mistakes that a meta-schema finds in a document. */
const mistakesBy = (metaSchema: MetaSchema) => {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    formats: { regex: true, uri: true },
  })
  for (const id of new Set([schemaOfSchemas.$id, schemaOfSchemas.$id.replace(/\/$/, '')]))
    ajv.addSchema({ ...withoutDialect(schemaOfSchemas), $id: id }, id)
  const validate = ajv.compile(withoutDialect(metaSchema))
  return (candidate: object): string[] => {
    validate(JSON.parse(exactJson(candidate)))
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

test('the served document is what OpenRPC 1.2.6 to 1.3.2 say, and 1.4 but for its version', () => {
  const views = [{}, { network: NEAR, account: ACCOUNT }, { allowedMethods: ['eth_getLogs'] }]
  for (const metaSchema of [published, spec13]) {
    const mistakes = mistakesBy(metaSchema)
    const versions = metaSchema.properties.openrpc.enum!
    expect(versions).toEqual(expect.arrayContaining(['1.2.6', '1.3.0', '1.3.1', '1.3.2']))
    for (const view of views)
      for (const openrpc of versions.slice(0, versions.indexOf('1.2.6') + 1))
        expect([openrpc, mistakes({ ...servedDocument(document, view), openrpc })]).toEqual([openrpc, []])
    expect(mistakes({ ...document, openrpc: '9.9.9' })).not.toEqual([])
    expect(mistakes({ ...document, methods: [{ name: 1 }] })).not.toEqual([])
  }
  const mistakes = mistakesBy(spec14)
  for (const view of views) {
    const served = servedDocument(document, view)
    expect(mistakes({ ...served, openrpc: '1.4.1' })).toEqual([])
    expect(mistakes(served)).toEqual([expect.stringMatching(/^\/openrpc must match pattern/)])
  }
})

/**
 * Expects that the reply to a preflight lets a page of another origin make the request (Fetch,
 * section 4.10).
 */
const preflight = async (url: string, method: string, headers: string) => {
  const asked = { origin: ORIGIN, 'access-control-request-method': method, 'access-control-request-headers': headers }
  const reply = await fetch(url, { method: 'OPTIONS', headers: asked })
  const allowed = (name: string) => (reply.headers.get(name) ?? '').toLowerCase().split(/, */)
  expect(reply.ok).toBe(true)
  expect(['*', ORIGIN]).toContain(reply.headers.get('access-control-allow-origin'))
  expect(allowed('access-control-allow-methods')).toContain(method.toLowerCase())
  expect(allowed('access-control-allow-headers')).toEqual(expect.arrayContaining(headers.split(',')))
}

describe('the OpenRPC project’s hosted tools', () => {
  let url: string
  const gateway = started(() => startTestGateway({ networks: { main: { urls: ['http://127.0.0.1:9'] } } }))
  beforeAll(async () => {
    url = `${gateway.url}/main/v3/${await gateway.addKey()}`
  })

  /** Makes a call as their client does from a browser: JSON by POST, after a preflight. */
  const call = async (method: string, params: unknown[]) => {
    await preflight(url, 'POST', 'content-type')
    const headers = { origin: ORIGIN, 'content-type': 'application/json' }
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(callOf(method, params, 0)) })
    expect(['*', ORIGIN]).toContain(reply.headers.get('access-control-allow-origin'))
    return (await reply.json()) as { id: number; result?: typeof document; error?: { code: number } }
  }

  test('load the document of a key by rpc.discover and try its methods', async () => {
    const { id, result } = await call('rpc.discover', [])
    expect(id).toBe(0)
    expect(result!.methods.length).toBeGreaterThan(3)
    expect(result!.info).toHaveProperty('x-account')
    for (const method of result!.methods) {
      const [example] = method.examples
      // There is no node that could answer, but the page sent a valid call.
      const reply = await call(
        method.name,
        example!.params.map(({ value }) => value),
      )
      const code = method['x-effect'] === 'subscription' ? -32601 : -32603
      expect([method.name, reply.error?.code]).toEqual([method.name, code])
    }
  })

  test.each(['main/openrpc.json', 'openrpc.json'])(
    'load %s by GET from another origin, and from its servers the address to call',
    async (path) => {
      const reply = await fetch(`${gateway.url}/${path}`, { headers: { origin: ORIGIN } })
      expect(['*', ORIGIN]).toContain(reply.headers.get('access-control-allow-origin'))
      const { servers } = (await reply.json()) as typeof document
      const [http] = servers
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: server variables
      const filled = http!.url.replace('${network}', http!.variables!.network!.default)
      expect(filled.replace('${key}', url.slice(url.lastIndexOf('/') + 1))).toBe(url)
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: server variables
    },
  )
})
