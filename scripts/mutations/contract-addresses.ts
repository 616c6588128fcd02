import { atMethod, head, logs, type Mutation, receipt, storage } from './mutation.js'

/** Mistakes in where params name smart contracts. */
export const contractAddressMutations: readonly Mutation[] = [
  [
    'a contract pointer that is none',
    (d) => (d.methods[storage]['x-contracts'].beside = ['/3']),
    `/methods/${storage}/x-contracts/beside/0`,
    /points at no parameter/,
  ],
  [
    'nothing said of keys limited to contracts',
    (d) => delete d.methods[storage]['x-contracts'],
    atMethod(storage, ''),
    /no x-contracts, and no reason/,
  ],
  [
    'a method open to keys limited to contracts although it names one',
    (d) => (d.methods[storage]['x-contracts'] = 'open'),
    atMethod(storage, '/x-contracts'),
    /\/0 may name a contract.*must say why/,
  ],
  [
    'a method open to keys limited to contracts although its result has what contracts hold',
    (d) => {
      d.methods[receipt].params[0].schema = d.methods[head].result.schema
      d.methods[receipt].examples.length = 1
      d.methods[receipt].examples[0].params[0].value = '0x1'
      delete d.methods[receipt]['x-reasons']
    },
    atMethod(receipt, '/x-contracts'),
    /what a contract holds.*must say why/,
  ],
  [
    'an address beside the addresses that allowlists see',
    (d) => {
      d.methods[storage].params[1].schema = d.methods[storage].params[0].schema
      d.methods[storage].examples.length = 1
      d.methods[storage].examples[0].params[1].value = d.methods[storage].examples[0].params[0].value
    },
    atMethod(storage, '/x-contracts'),
    /\/1 may name a contract, too/,
  ],
  [
    'a place beside the addresses that has one of them in it',
    (d) => d.methods[logs]['x-contracts'].beside.push('/0'),
    atMethod(logs, '/x-contracts/beside/4'),
    /\/0 and \/0\/address are parts of each other/,
  ],
  [
    'contract addresses as a list, which says nothing of the other params',
    (d) => (d.methods[storage]['x-contracts'] = ['/0']),
    atMethod(storage, '/x-contracts'),
    /string,object/,
  ],
  [
    'contract addresses looked for where none can stand',
    (d) => (d.methods[logs]['x-contracts'] = { addresses: ['/0/blockHash'] }),
    atMethod(logs, '/x-contracts/addresses/0'),
    /no contract address can stand/,
  ],
  [
    'a reason for contract addresses that are all shown',
    (d) => (d.methods[storage]['x-reasons'] = { 'x-contracts': 'there are none here' }),
    atMethod(storage, '/x-reasons/x-contracts'),
    /nothing here needs a reason/,
  ],
  [
    'params in another order than their pointers',
    (d) => d.methods[storage].params.splice(0, 2, d.methods[storage].params[1], d.methods[storage].params[0]),
    atMethod(storage, '/x-contracts'),
    /\/1 may name a contract, too/,
  ],
]
