import { logs, type Mutation, storage } from './mutation.js'

/** Mistakes in the examples of methods. */
export const exampleMutations: readonly Mutation[] = [
  ['no example', (d) => (d.methods[0].examples = []), '/methods/0', /no example/],
  [
    'an example with a wrong parameter',
    (d) => (d.methods[storage].examples[0].params[1].value = '0xzz'),
    `/methods/${storage}/examples/0/params/1/value`,
    /StoragePosition\/pattern/,
  ],
  [
    'an example with a wrong name',
    (d) => (d.methods[storage].examples[0].params[1].name = 'slot'),
    `/methods/${storage}/examples/0/params/1/name`,
    /must be position/,
  ],
  [
    'an example with too few params',
    (d) => d.methods[storage].examples[0].params.splice(1),
    `/methods/${storage}/examples/0/params`,
    /needs 2 parameters/,
  ],
  [
    'an example with a wrong result',
    (d) => (d.methods[logs].examples[0].result.value[0].address = '0x1'),
    `/methods/${logs}/examples/0/result/value/0/address`,
    /EvmAddress\/pattern/,
  ],
  [
    'an example without result',
    (d) => delete d.methods[0].examples[0].result,
    '/methods/0/examples/0',
    /a result with a value/,
  ],
]
