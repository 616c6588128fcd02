import { atMethod, balance, head, logs, type Mutation, receipt, storage } from './mutation.js'

/** Mistakes in how answers are kept, known, proven and passed on. */
export const answerMutations: readonly Mutation[] = [
  ['no finality', (d) => delete d.methods[0]['x-finality'], '/methods/0', /no x-finality/],
  [
    'an unknown finality',
    (d) => (d.methods[0]['x-finality'] = 'soon'),
    '/methods/0/x-finality',
    /never, constant, block/,
  ],
  ['no failover', (d) => delete d.methods[0]['x-failover'], '/methods/0', /no x-failover/],
  [
    'the newest block as the answer of a method with params',
    (d) => (d.methods[storage]['x-answers'] = 'newest-block'),
    atMethod(storage, '/x-answers'),
    /needs a method without params/,
  ],
  [
    'the chain id as an answer that changes',
    (d) => (d.methods[head]['x-answers'] = 'chain-id'),
    atMethod(head, '/x-answers'),
    /needs x-finality constant/,
  ],
  [
    'a proof for what is no storage value',
    (d) => (d.methods[logs]['x-proof'] = 'eip-1186'),
    atMethod(logs, '/x-proof'),
    /needs x-failover true/,
  ],
  [
    'a proof whose params stand in another order',
    (d) => d.methods[storage].params.splice(0, 2, d.methods[storage].params[1], d.methods[storage].params[0]),
    atMethod(storage, '/x-proof'),
    /needs an address as its first parameter/,
  ],
  [
    'a sign that a node does not know which its results cannot have',
    (d) => (d.methods[balance]['x-unknown-as'] = { at: '/value/amount', is: false }),
    atMethod(balance, '/x-unknown-as'),
    /cannot have false at \/value\/amount/,
  ],
  [
    'a sign that a node does not know at no place',
    (d) => (d.methods[balance]['x-unknown-as'] = { at: 'value', is: null }),
    atMethod(balance, '/x-unknown-as/at'),
    /must match pattern/,
  ],
  [
    'an answer kept for ever that changes with each block',
    (d) => (d.methods[head]['x-finality'] = 'constant'),
    atMethod(head, '/x-finality'),
    /say in x-reasons/,
  ],
  [
    'an answer kept for ever although the params choose a block',
    (d) => (d.methods[storage]['x-finality'] = 'constant'),
    atMethod(storage, '/x-finality'),
    /choose a block/,
  ],
  [
    'an answer kept for ever although it names a block',
    (d) => (d.methods[receipt]['x-finality'] = 'constant'),
    atMethod(receipt, '/x-finality'),
    /the result names a block/,
  ],
  [
    'an answer that is final with a block that neither params nor result name',
    (d) => (d.methods[head]['x-finality'] = 'block'),
    atMethod(head, '/x-finality'),
    /neither a parameter nor the result/,
  ],
  [
    'a reason for what needs none',
    (d) => (d.methods[head]['x-reasons'] = { 'x-finality': 'it says never anyway' }),
    atMethod(head, '/x-reasons/x-finality'),
    /only constant needs a reason/,
  ],
  [
    'a constant without its reason',
    (d) => delete d.methods[0]['x-reasons'],
    atMethod(0, '/x-finality'),
    /why it never changes/,
  ],
  [
    'an answer that the gateway does not know',
    (d) => (d.methods[head]['x-answers'] = 'newest-slot'),
    atMethod(head, '/x-answers'),
    /newest-block/,
  ],
  [
    'the newest block of a Solana network',
    (d) => (d.methods[balance]['x-answers'] = 'newest-block'),
    atMethod(balance, '/x-answers'),
    /needs the family evm/,
  ],
  [
    'a proof that is none',
    (d) => (d.methods[storage]['x-proof'] = 'merkle'),
    atMethod(storage, '/x-proof'),
    /allowed values: eip-1186/,
  ],
]
