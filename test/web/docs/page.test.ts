import { type Document, document } from '../../../generated/document.js'
import { type ServedNetwork, servedDocument } from '../../../src/contract/served/served-document.js'
import { exactJson } from '../../../src/runtime/exact-json.js'
import { atOnce } from '../../../src/runtime/turns/in-turns.js'
import { docsPage } from '../../../src/server/docs/page.js'
import type { PageOptions } from '../../../src/server/docs/page-options.js'

const pageOf = (...given: Parameters<typeof docsPage>): string => atOnce(docsPage(...given))

const options: PageOptions = {
  baseUrl: 'https://rpc.example/base',
  networks: [
    { name: 'eth', family: 'evm' },
    { name: 'sol', family: 'solana' },
  ],
  assets: { script: 'docs/app.js', style: 'docs/style.css' },
}
const NETWORK: ServedNetwork = { name: 'eth', family: 'evm', safeTag: true }

const pageOfNetwork = (network: ServedNetwork): string =>
  pageOf(servedDocument(document, { network }), { ...options, network })

/** What a reader sees: the page without its tags, in one line. */
const textOf = (page: string): string =>
  page
    .replace(/<head>[\s\S]*?<\/head>/, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** One method's part of a page. */
const partOf = (page: string, method: string): string => {
  const part = new RegExp(`<article class="method" id="${method}"[\\s\\S]*?</article>`).exec(page)?.[0]
  if (part === undefined) throw new Error(`the page has no ${method}`)
  return part
}

/** Everything in a document that is meant to be read. */
const proseIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        (key === 'description' || key === 'summary') && typeof inner === 'string' ? [inner] : proseIn(inner),
      )

describe('the docs page of the built-in contract', () => {
  const page = pageOf(document, options)
  const text = textOf(page)

  test('says everything that the contract says of its methods', () => {
    const missing = document.methods.flatMap((method) => {
      const part = textOf(partOf(page, method.name))
      const words = [...proseIn(method), ...method.params.map(({ name }) => name), `${method['x-credits']} credits`]
      return words.filter((word) => !part.includes(word)).map((word) => `${method.name}: ${word}`)
    })
    expect(document.methods.length).toBeGreaterThanOrEqual(7)
    expect(missing).toEqual([])
  })

  test.each([
    ['subscribe', ['eth_subscribe', 'eth_unsubscribe', 'slotSubscribe', 'slotUnsubscribe']],
    ['websocket', ['eth_subscribe', 'eth_unsubscribe', 'accountSubscribe', 'rootUnsubscribe']],
    ['newHeads', ['eth_subscribe']],
    ['logs', ['eth_getLogs', 'eth_subscribe', 'logsSubscribe']],
  ])('lets readers find the methods of subscriptions by %s', (word, methods) => {
    const rows = [...page.matchAll(/<li data-search="([^"]*)"><a href="#([^"]*)"/g)]
    const found = rows.filter(([, words]) => words!.toLowerCase().includes(word.toLowerCase())).map(([, , to]) => to)
    expect(found).toEqual(expect.arrayContaining(methods))
    expect(found).not.toContain('eth_blockNumber')
  })

  test('describes every member of every schema that a method uses, with its pattern and its values', () => {
    const { schemas } = document.components
    const used = new Set<string>()
    const follow = (value: unknown) => {
      for (const [, name] of exactJson(value).matchAll(/#\/components\/schemas\/(\w+)/g))
        if (!used.has(name!)) {
          used.add(name!)
          follow(schemas[name!])
        }
    }
    follow(document.methods)
    const missing = [...used].flatMap((name) => {
      const members = Object.entries((schemas[name]!.properties ?? {}) as object)
      const words = [
        schemas[name]!.pattern,
        ...((schemas[name]!.enum as string[] | undefined) ?? []),
        ...members.filter(([, schema]) => schema !== false).map(([member]) => member),
        ...members.flatMap(([, schema]) =>
          schema === false ? [] : [(schema as { description?: string }).description],
        ),
      ]
      return words
        .filter((word) => word !== undefined && !text.includes(String(word)))
        .map((word) => `${name}: ${word}`)
    })
    expect(used.size).toBeGreaterThan(30)
    expect(missing).toEqual([])
  })

  test('has every error with its code, status, sample of data, and whether it is charged', () => {
    const rows = document['x-errors'] as Record<string, { description: string; httpStatus: number; isCharged?: true }>
    for (const [name, { code, message }] of Object.entries(document.components.errors)) {
      const card = textOf(
        new RegExp(`<article class="error" id="error-${name}"[\\s\\S]*?</article>`).exec(page)?.[0] ?? '',
      )
      const { description, httpStatus, isCharged } = rows[name]!
      for (const word of [
        String(code),
        message,
        description.replaceAll('`', ''),
        `HTTP ${httpStatus}`,
        isCharged ? 'charged' : 'not charged',
      ])
        expect([name, card]).toEqual([name, expect.stringContaining(word)])
    }
    expect(textOf(partOf(page, 'eth_getLogs'))).toContain('query returned more than')
  })

  test('marks no parameter as required that the gateway completes', () => {
    const block = textOf(partOf(page, 'eth_getStorageAt')).split('The block whose state is read.')[0]!
    expect(block).toMatch(/block BlockParameter\s+optional$/)
    expect(textOf(partOf(page, 'eth_getStorageAt'))).toContain('If a call leaves it out, latest is used.')
  })

  test('leads every link within it to a place on it, and has each id once', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    expect(links).toContain('eth_getLogs')
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
    for (const [, id] of page.matchAll(/<label for="([^"]*)"/g)) expect(ids).toContain(id)
  })

  test('calls each tool with the first example, under the base URL and a network of the family', () => {
    const logs = textOf(partOf(page, 'eth_getLogs'))
    expect(logs).toContain('curl -s https://rpc.example/base/eth/v3/API_KEY')
    expect(logs).toContain("import { createPublicClient, http } from 'viem'")
    const balance = textOf(partOf(page, 'getTokenAccountBalance'))
    expect(balance).toContain("createSolanaRpc('https://rpc.example/base/sol/v3/API_KEY')")
    expect(balance).toContain(".getTokenAccountBalance(\n  address('")
    const receipt = textOf(partOf(page, 'eth_getTransactionReceipt'))
    for (const own of [
      'client.getTransactionReceipt({',
      'provider.getTransactionReceipt(',
      'web3.eth.getTransactionReceipt(',
    ])
      expect(receipt).toContain(own)
  })

  test('has no address of another host that a browser would ask', () => {
    const asked = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address]) => address)
    expect(asked.filter((address) => !/^(docs\/|openrpc\.json$|data:)/.test(address!))).toEqual([])
    expect(page).not.toMatch(/ style=| on[a-z]+=/)
  })
})

describe('the docs page of a network', () => {
  test('has the methods of its family, and only the errors that it gives', () => {
    const page = pageOfNetwork(NETWORK)
    expect(page).toContain('id="eth_getLogs"')
    expect(page).not.toContain('getTokenAccountBalance')
    expect(page).not.toContain('error-safe-tag-unsupported')
    expect(page).not.toContain('error-outside-window')
  })

  test('says that safe is refused, and how many blocks are served', () => {
    const page = pageOfNetwork({ ...NETWORK, safeTag: false, recentBlocks: 128 })
    expect(textOf(partOf(page, 'eth_getLogs')).match(/serves its latest 128 blocks only/g)).toHaveLength(1)
    expect(textOf(partOf(page, 'eth_getStorageAt'))).toContain('does not know the block tag safe')
    expect(textOf(page)).toContain('only the latest 128 blocks are available on this network')
    expect(page).toContain('id="error-safe-tag-unsupported"')
  })
})

describe('a document of an operator', () => {
  const EVIL = `"'><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) \${key}`
  /** The document with its every text replaced, names of members and values included. */
  const poisoned = (value: unknown): unknown =>
    typeof value === 'string'
      ? EVIL
      : Array.isArray(value)
        ? value.map(poisoned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poisoned(inner)]))
          : value
  const method = document.methods.find(({ name }) => name === 'eth_getStorageAt')!
  const schema = {
    type: 'object',
    title: EVIL,
    description: EVIL,
    properties: { [EVIL]: { enum: [EVIL], default: EVIL } },
  }
  const evil: Document = {
    ...document,
    info: poisoned(document.info) as Document['info'],
    methods: [
      {
        ...method,
        name: EVIL,
        summary: EVIL,
        description: EVIL,
        params: [{ name: EVIL, description: EVIL, required: true, schema }],
        result: { name: EVIL, schema },
        examples: poisoned(method.examples) as typeof method.examples,
      },
    ],
    components: { schemas: {}, errors: { [EVIL]: { code: -1, message: EVIL, data: { [EVIL]: EVIL } } } },
    'x-errors': { [EVIL]: { description: EVIL, httpStatus: 200, 'x-retry': EVIL, data: schema } },
  }

  test('stays text, whatever stands in it', () => {
    const page = pageOf(evil, { ...options, networks: [{ name: EVIL, family: 'evm' }] })
    // Two of the page's own, and not one more.
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(page).not.toMatch(/<img/)
    expect(page).not.toMatch(/href="javascript/i)
    const attributes = [...page.matchAll(/<[a-z][\w-]*((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/g)].map(([, all]) => all!)
    expect(attributes.length).toBeGreaterThan(100)
    // Every opening of a tag is a whole tag with quoted attributes.
    expect(attributes.length).toBe(page.match(/<[a-z]/g)!.length)
    expect(attributes.filter((all) => /\son\w+=/.test(all.replace(/="[^"]*"/g, '=')))).toEqual([])
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('may refer to schemas that contain themselves or are not there', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const schemas = { Tree: { type: 'object', description: 'A tree.', properties: { child: ref('Tree') } } }
    const page = pageOf(
      {
        ...document,
        methods: [{ ...method, params: [], result: { name: 'r', schema: { anyOf: [ref('Tree'), ref('Gone')] } } }],
        components: { schemas, errors: {} },
      },
      options,
    )
    expect(textOf(page)).toContain('Described above.')
    expect(page).toContain('Gone')
  })

  test('may say when to retry, and what is in the data of an error', () => {
    const errors = { 'too-busy': { code: -1, message: 'busy', data: { retryAfterMs: 5 } } }
    const data = { type: 'object', properties: { retryAfterMs: { type: 'integer', description: 'How long to wait.' } } }
    const text = textOf(
      pageOf(
        {
          ...document,
          components: { ...document.components, errors },
          'x-errors': { 'too-busy': { description: 'Too busy.', httpStatus: 429, 'x-retry': 'after', data } },
        },
        options,
      ),
    )
    expect(text).toContain('Yes, after the time that data names.')
    expect(text).toContain('How long to wait.')
  })
})

describe('the typed client of a page', () => {
  const withMethods = (...names: readonly string[]): Document => ({
    ...document,
    methods: [document.methods[0]!, ...names.map((name) => ({ ...document.methods[0]!, name }))],
  })
  const originIn = (...names: readonly string[]) =>
    /\/\/ The package: ((?:.*\\\n)*.*)/
      .exec(textOf(pageOf(withMethods(...names), options)))![1]!
      .replace(/ \\\n\/\/ +/g, ' ')

  test('is the ready one where the page has the built-in methods alone', () => {
    expect(originIn()).toBe("generated/client of Tollgate's repository")
  })

  test('is written by a command that names the contracts of all methods of the page', () => {
    expect(originIn('eth_getBalance')).toBe('tollgate client --contract ethereum --out client')
    expect(originIn('eth_getBalance', 'own_method', 'getBalance')).toBe(
      'tollgate client --contract ethereum --contract solana --contract FILE --out client',
    )
  })
})
