/** A reference to one of the contract's own schemas. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** A method of an operator's document, with members that most such methods share. */
export const operatorMethod = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  summary: `Asks ${name}.`,
  description: `What ${name} answers.`,
  paramStructure: 'by-position',
  params: [] as unknown[],
  result: { name: 'result', description: 'A number.', schema: ref('Quantity') },
  examples: [{ name: 'one', params: [] as unknown[], result: { name: 'result', value: '0x1' } }] as unknown[],
  'x-family': 'evm',
  'x-credits': 70,
  'x-limits': { timeoutMs: 10_000, timeoutError: 'upstream-timeout' },
  'x-position': { kind: 'none' } as object,
  'x-finality': 'never',
  'x-failover': false,
  ...more,
})

const ADDRESS = '0x00000000219ab540356cbb839cbe05303d7705fa'

/** eth_getBalance, whose schemas are those of the built-in contract but for its result. */
export const getBalance = operatorMethod('eth_getBalance', {
  params: [
    { name: 'address', description: 'Whose balance.', required: true, schema: ref('EvmAddress') },
    { name: 'block', description: 'At which block.', required: true, schema: ref('BlockParameter') },
  ],
  examples: [
    {
      name: 'one',
      params: [
        { name: 'address', value: ADDRESS },
        { name: 'block', value: 'latest' },
      ],
      result: { name: 'result', value: '0x1' },
    },
  ],
  'x-position': { kind: 'block', param: 1 },
  'x-finality': 'block',
  'x-contracts': { addresses: ['/0'], beside: ['/1'] },
})

/** A document as an operator writes it, without the parts that it inherits. */
export const operatorDocument = (
  methods: readonly object[] = [getBalance, operatorMethod('eth_gasPrice')],
  schemas: Readonly<Record<string, unknown>> = {},
) => ({
  openrpc: '1.3.2',
  info: { title: 'More methods', version: '1.0.0' },
  methods,
  components: { schemas },
})

/** A method that writes; its params show nothing of what it does. */
export const writeMethod = (name: string, more: Readonly<Record<string, unknown>> = {}) =>
  operatorMethod(name, { 'x-effect': 'write', 'x-reasons': { 'x-contracts': 'It has no params.' }, ...more })

/** A subscription `NAME_subscribe` to the events of a notification, and the method that ends it. */
export const subscribingMethods = (name: string, notification: string) => {
  const effect = { 'x-effect': 'subscription' }
  const id = { name: 'subscription', description: 'The id.', schema: ref('SubscriptionId') }
  const idExample = { name: 'subscription', value: '0x1' }
  const kind = { source: 'node', state: 'every', event: ref('Hash32'), 'x-credits': 4 }
  return [
    operatorMethod(`${name}_subscribe`, {
      ...effect,
      result: id,
      examples: [{ name: 'one', params: [], result: idExample }],
      'x-subscription': { notification, unsubscribe: `${name}_unsubscribe`, kinds: { [notification]: kind } },
    }),
    operatorMethod(`${name}_unsubscribe`, {
      ...effect,
      params: [{ ...id, required: true }],
      examples: [{ name: 'one', params: [idExample], result: { name: 'result', value: '0x1' } }],
    }),
  ]
}
