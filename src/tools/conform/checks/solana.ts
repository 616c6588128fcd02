import { type JsonObject, shown } from '../answer.js'
import { type ConformCheck, type ConformDeps, gateways, profiles } from '../check.js'
import { expectRefusal } from './envelope.js'

/** The program that owns token accounts. */
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const NO_OWNER = 'no owner of token accounts was given (--owner)'

const accountsOf = async ({ call, subjects }: ConformDeps, encoding: string) => {
  const params = [subjects.owner, { programId: TOKEN_PROGRAM }, { encoding }]
  const { result } = (await call('getTokenAccountsByOwner', params)).answer.value
  return result as { context?: { slot?: unknown }; value?: readonly { account: JsonObject }[] } | undefined
}

/** Checks of rules that Solana nodes agree on beyond the shape of an answer. */
export const solanaChecks: readonly ConformCheck[] = [
  {
    id: 'solana.owner',
    title: 'token accounts are those of the owner',
    profiles,
    methods: ['getTokenAccountsByOwner'],
    run: async (context, say, skip) => {
      const { owner } = context.subjects
      if (owner === undefined) return skip(NO_OWNER)
      const found = await accountsOf(context, 'jsonParsed')
      if (!Array.isArray(found?.value)) return say('an owner’s accounts are no list')
      for (const { account } of found.value) {
        const info = (account.data as { parsed?: { info?: JsonObject } }).parsed?.info
        if (info !== undefined && info.owner !== owner) say(`an account of ${info.owner} was not asked for`)
      }
    },
  },
  {
    id: 'solana.encoding',
    title: 'account data come in the encoding that was asked for',
    profiles,
    methods: ['getTokenAccountsByOwner'],
    run: async (context, say, skip) => {
      if (context.subjects.owner === undefined) return skip(NO_OWNER)
      const found = await accountsOf(context, 'base64')
      for (const { account } of found?.value ?? [])
        if (!Array.isArray(account.data) || account.data[1] !== 'base64')
          say(`asked for base64, the data are ${shown(JSON.stringify(account.data))}`)
    },
  },
  {
    id: 'solana.slot',
    title: 'the slot of an answer never goes back',
    profiles,
    methods: ['getTokenAccountsByOwner'],
    run: async (context, say, skip) => {
      if (context.subjects.owner === undefined) return skip(NO_OWNER)
      const slots = [await accountsOf(context, 'base64'), await accountsOf(context, 'base64')].map((one) =>
        Number(one?.context?.slot),
      )
      // Nodes behind one address are never at the same slot, but only a few apart.
      if (slots[1]! < slots[0]! - 32) say(`the slot was ${slots[0]}, then ${slots[1]}`)
    },
  },
  {
    id: 'solana.key',
    title: 'what is no public key is refused',
    profiles: gateways,
    methods: ['getTokenAccountBalance'],
    run: async (context, say) => {
      for (const key of ['0x1', 'l1111111111111111111111111111111', ''])
        await expectRefusal(context, 'getTokenAccountBalance', [key], [-32602], say)
    },
  },
]
