import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Account, Entitlement, Key } from '../../../src/server/accounts/account.js'
import { GuessLimit } from '../../../src/server/accounts/guess-limit.js'
import { KeyResolver, type KeyResolverDeps, LastKey } from '../../../src/server/accounts/key-resolver.js'
import { createKeyText } from '../../../src/server/accounts/key-text.js'
import { hashSecret } from '../../../src/server/accounts/secrets.js'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { aKey, anAccount, aPlan } from '../../support/accounts.js'

const HOME = '192.0.2.1'
const keyText = createKeyText(randomBytes)

/** A store that counts what it is asked, and answers when told to. */
const aStore = (known = { key: aKey(), account: anAccount() }) => {
  const asked: string[] = []
  let gate = Promise.resolve()
  return {
    asked,
    found: known as { key: Key; account: Account } | undefined,
    hold: () => {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = () => resolve()
      })
      return open
    },
    async findByKeyHash(keyHash: string) {
      asked.push(keyHash)
      const answer = this.found
      await gate
      return answer
    },
  }
}

const directoryOf = (store: KeyResolverDeps['store'], changes: Partial<KeyResolverDeps> = {}) =>
  new KeyResolver({
    store,
    plans: () => new Map([['core', aPlan()]]),
    maxEntries: 10,
    maxUnknown: 10,
    guessLimit: new GuessLimit(
      () => 10,
      () => 0,
    ),
    storeWatch: { use: () => {} },
    nowMs: () => 0,
    ...changes,
  })

test('a key is looked up by its hash, once; from then on it is there at once', async () => {
  const store = aStore()
  const directory = directoryOf(store)
  const first = await directory.find(keyText, HOME)
  expect(first).toMatchObject({ key: { id: 'key_1' }, dailyCredits: 1000, creditsPerSecond: 500, canFailOver: false })
  expect(directory.find(keyText, HOME)).toBe(first)
  expect(store.asked).toEqual([hashSecret(keyText)])
})

test('many calls with one new key at once make one question', async () => {
  const store = aStore()
  const open = store.hold()
  const directory = directoryOf(store)
  const answers = [directory.find(keyText, HOME), directory.find(keyText, HOME), directory.find(keyText, HOME)]
  open()
  const [first, ...others] = await Promise.all(answers)
  expect(first).toBeDefined()
  for (const other of others) expect(other).toBe(first)
  expect(store.asked).toHaveLength(1)
})

test('of invented keys 32 are looked up at once, and sources take turns; a key that was good before does not wait', async () => {
  const store = aStore()
  const directory = directoryOf(store)
  await directory.find(keyText, HOME)
  directory.clear()
  const open = store.hold()
  const invented = Array.from({ length: 100 }, () => createKeyText(randomBytes))
  const guesses = invented.map((text) => directory.find(text, '192.0.2.66'))
  const freshText = createKeyText(randomBytes)
  const fresh = directory.find(freshText, '192.0.2.7')
  expect(store.asked).toHaveLength(33)
  const again = directory.find(keyText, HOME)
  expect(store.asked).toHaveLength(34)
  store.found = undefined
  open()
  expect(await again).toBeDefined()
  await fresh
  await Promise.all(guesses)
  expect(store.asked).toHaveLength(103)
  expect(store.asked.indexOf(hashSecret(freshText))).toBeLessThan(37)
})

test('no key, and what cannot be a key, is not looked up', () => {
  const store = aStore()
  const directory = directoryOf(store)
  for (const text of [undefined, '', 'guess', `${keyText}x`]) expect(directory.find(text, HOME)).toBeUndefined()
  expect(store.asked).toEqual([])
})

test('an unknown key is remembered as such', async () => {
  const store = aStore()
  store.found = undefined
  const directory = directoryOf(store)
  expect(await directory.find(keyText, HOME)).toBeUndefined()
  expect(directory.find(keyText, HOME)).toBeUndefined()
  expect(store.asked).toHaveLength(1)
})

test('after a change everything is asked again', async () => {
  const store = aStore()
  const directory = directoryOf(store)
  await directory.find(keyText, HOME)
  store.found = undefined
  directory.clear()
  expect(await directory.find(keyText, HOME)).toBeUndefined()
})

test('after a change a key has the same list of source ranges if it still says the same, else the new one', async () => {
  const found = (allowedSources: string[]) => ({ key: aKey({ allowedSources }), account: anAccount() })
  const store = aStore()
  const directory = directoryOf(store)
  const sourcesOf = async (...allowedSources: string[]) => {
    store.found = found(allowedSources)
    directory.clear()
    return (await directory.find(keyText, HOME))!.key.allowedSources
  }
  const first = await sourcesOf('10.0.0.0/8', '192.0.2.0/24')
  expect(await sourcesOf('10.0.0.0/8', '192.0.2.0/24')).toBe(first)
  expect(await sourcesOf('10.0.0.0/8', '192.0.2.0/25')).toEqual(['10.0.0.0/8', '192.0.2.0/25'])
  expect(await sourcesOf('10.0.0.0/8')).toEqual(['10.0.0.0/8'])
  const last = await sourcesOf('10.0.0.0/8', '192.0.2.0/24')
  expect(last).toEqual(['10.0.0.0/8', '192.0.2.0/24'])
  expect(await sourcesOf('10.0.0.0/8', '192.0.2.0/24')).toBe(last)
})

test('of new lists of source ranges a thousand ranges are read in a turn, and accounts take turns', async () => {
  const store = aStore()
  const directory = directoryOf(store)
  const allowedSources = Array.from({ length: 1_000 }, (_, at) => `10.${at >> 8}.${at & 255}.0/24`)
  const seen: [accountId: string, turn: number][] = []
  // The ranges of an earlier test may count in this turn.
  await setImmediate()
  let turn = 0
  const finds = ['acc_1', 'acc_1', 'acc_1', 'acc_2'].map(async (id) => {
    store.found = { key: aKey({ allowedSources: [...allowedSources] }), account: anAccount({ id }) }
    await directory.find(createKeyText(randomBytes), HOME)
    seen.push([id, turn])
  })
  while (seen.length < finds.length) {
    await setImmediate()
    turn++
  }
  expect(seen.map(([id]) => id)).toEqual(['acc_1', 'acc_1', 'acc_2', 'acc_1'])
  expect(new Set(seen.map(([, one]) => one)).size).toBe(4)
})

test('an answer that a change overtook is not remembered', async () => {
  const store = aStore()
  const open = store.hold()
  const directory = directoryOf(store)
  const early = directory.find(keyText, HOME)
  store.found = undefined
  directory.clear()
  open()
  expect(await early).toBeDefined()
  expect(await directory.find(keyText, HOME)).toBeUndefined()
})

test('a rotated key ends on time, from memory too', async () => {
  let nowMs = Date.parse('2026-11-21T00:00:00Z')
  const store = aStore({ key: aKey({ revokesAt: '2026-11-21T00:00:10.000Z' }), account: anAccount() })
  const directory = directoryOf(store, { nowMs: () => nowMs })
  await directory.find(keyText, HOME)
  nowMs += 9_999
  expect(directory.find(keyText, HOME)).toBeDefined()
  store.found = undefined
  nowMs += 1
  expect(await directory.find(keyText, HOME)).toBeUndefined()
})

describe('a connection that brings the same key again', () => {
  test('is answered from what the key led to, and asked anew after a change', async () => {
    const store = aStore()
    const directory = directoryOf(store)
    const lastKey = new LastKey()
    const found = await directory.find(keyText, HOME, lastKey)
    for (let time = 0; time < 3; time++) expect(directory.find(keyText, HOME, lastKey)).toBe(found)
    expect(store.asked).toHaveLength(1)
    store.found = undefined
    directory.clear()
    expect(await directory.find(keyText, HOME, lastKey)).toBeUndefined()
  })

  test('finds that a rotated key ended on time', async () => {
    let nowMs = Date.parse('2026-11-21T00:00:00Z')
    const store = aStore({ key: aKey({ revokesAt: '2026-11-21T00:00:10.000Z' }), account: anAccount() })
    const directory = directoryOf(store, { nowMs: () => nowMs })
    const lastKey = new LastKey()
    await directory.find(keyText, HOME, lastKey)
    nowMs += 9_999
    for (let time = 0; time < 2; time++) expect(directory.find(keyText, HOME, lastKey)).toBeDefined()
    store.found = undefined
    nowMs += 1
    expect(await directory.find(keyText, HOME, lastKey)).toBeUndefined()
  })

  test('is not taken for the key before when it brings another one', async () => {
    const directory = directoryOf(aStore())
    const lastKey = new LastKey()
    const other = createKeyText(randomBytes)
    const found = await directory.find(keyText, HOME, lastKey)
    expect(directory.find(keyText, HOME, lastKey)).toBe(found)
    const entitlement = await directory.find(other, HOME, lastKey)
    expect(entitlement).not.toBe(found)
    expect(directory.find(other, HOME, lastKey)).toBe(entitlement)
    expect(directory.find(keyText, HOME, lastKey)).toBe(found)
  })
})

test('the store is looked at for changes before a key is answered from memory', async () => {
  const store = aStore()
  const onUse = { use: () => {} }
  const directory = directoryOf(store, { storeWatch: { use: () => onUse.use() } })
  const lastKey = new LastKey()
  await directory.find(keyText, HOME, lastKey)
  expect(directory.find(keyText, HOME, lastKey)).toBeDefined()
  store.found = undefined
  onUse.use = () => directory.clear()
  expect(await directory.find(keyText, HOME, lastKey)).toBeUndefined()
})

test.each([true, false])('memory is bounded, of known keys and of unknown ones (known: %s)', async (isKnown) => {
  const store = aStore()
  if (!isKnown) store.found = undefined
  const directory = directoryOf(store, { maxEntries: 2, maxUnknown: 2 })
  const texts = Array.from({ length: 3 }, () => createKeyText(randomBytes))
  for (const text of texts) await directory.find(text, HOME)
  await directory.find(texts[2], HOME)
  expect(store.asked).toHaveLength(3)
  await directory.find(texts[0], HOME)
  expect(store.asked).toHaveLength(4)
})

test('a store that fails is not remembered as anything', async () => {
  let isAway = true
  const store = {
    findByKeyHash: () => {
      if (isAway) throw new Error('away')
      return Promise.resolve({ key: aKey(), account: anAccount() })
    },
  }
  const directory = directoryOf(store)
  await expect(directory.find(keyText, HOME)).rejects.toThrow('away')
  isAway = false
  expect(await directory.find(keyText, HOME)).toBeDefined()
})

describe('the limits in force', () => {
  const limits = async (account: Partial<Account>, plan = aPlan()): Promise<Entitlement> => {
    const store = aStore({ key: aKey(), account: anAccount(account) })
    return (await directoryOf(store, { plans: () => new Map([[plan.name, plan]]) }).find(keyText, HOME))!
  }

  test("are the account's own over its plan's", async () => {
    expect(await limits({ dailyCredits: 5, creditsPerSecond: 300 })).toMatchObject({
      dailyCredits: 5,
      creditsPerSecond: 300,
    })
  })

  test('include failover only if the plan has it and the holder switched it on', async () => {
    expect((await limits({ isFailoverOn: true })).canFailOver).toBe(false)
    expect((await limits({}, aPlan({ failover: true }))).canFailOver).toBe(false)
    expect((await limits({ isFailoverOn: true }, aPlan({ failover: true }))).canFailOver).toBe(true)
  })

  test('are zero credits a day when the plan is no longer configured, its own limits notwithstanding', async () => {
    const entitlement = await limits({ plan: 'gone', dailyCredits: 5, isFailoverOn: true })
    expect(entitlement).toMatchObject({ dailyCredits: 0, canFailOver: false, plan: { name: 'gone', dailyCredits: 0 } })
    expect(entitlement.creditsPerSecond).toBeGreaterThan(1e9)
  })
})

describe('guessing', () => {
  /** A budget of one guess a second: ten at once, and a hundred look-ups more. */
  const guessing = (known?: string) => {
    const clock = { nowMs: 0 }
    const asked: string[] = []
    const store = {
      findByKeyHash: async (keyHash: string) => {
        asked.push(keyHash)
        return known !== undefined && keyHash === hashSecret(known) ? { key: aKey(), account: anAccount() } : undefined
      },
    }
    const nowMs = () => clock.nowMs
    const directory = directoryOf(store, { nowMs, guessLimit: new GuessLimit(() => 1, nowMs), maxUnknown: 1_000 })
    const guess = (count: number, source = HOME) =>
      Promise.all(Array.from({ length: count }, () => directory.find(createKeyText(randomBytes), source)))
    return { clock, asked, directory, guess }
  }

  test('reaches the store no more than both budgets allow, and again as they fill', async () => {
    const { clock, asked, guess } = guessing()
    await guess(500)
    expect(asked).toHaveLength(110)
    clock.nowMs += 1_000
    await guess(500)
    expect(asked).toHaveLength(110 + 11)
    await guess(5, '192.0.2.2')
    expect(asked).toHaveLength(110 + 11 + 5)
  })

  test('does not touch keys in memory, nor those that were there before a change', async () => {
    const { asked, directory, guess } = guessing(keyText)
    await directory.find(keyText, HOME)
    await guess(500)
    expect(directory.find(keyText, HOME)).toBeDefined()
    directory.clear()
    const before = asked.length
    expect(await directory.find(keyText, HOME)).toBeDefined()
    expect(asked).toHaveLength(before + 1)
  })

  test('with texts that are no keys leaves the larger budget to an office behind the same address', async () => {
    const { asked, directory } = guessing(keyText)
    for (let guess = 0; guess < 10_000; guess++) directory.find(`guess-${guess}`, HOME)
    expect(asked).toEqual([])
    expect(await directory.find(keyText, HOME)).toBeDefined()
  })

  test('with good checksums delays an unseen key of the same address, and does not lock it out', async () => {
    const { clock, directory, guess } = guessing(keyText)
    await guess(500)
    expect(directory.find(keyText, HOME)).toBeUndefined()
    expect(await directory.find(keyText, '192.0.2.2')).toBeDefined()
    directory.clear()
    clock.nowMs += 100
    expect(await directory.find(keyText, HOME)).toBeDefined()
  })

  test('is not what good keys do: they cost nothing of the budget', async () => {
    const { asked, directory, guess } = guessing(keyText)
    for (let time = 0; time < 50; time++) {
      await directory.find(keyText, HOME)
      directory.clear()
    }
    await guess(500)
    expect(asked).toHaveLength(50 + 110)
  })
})

test('a store that hangs is away after a time, for keys that were never seen and for others', async () => {
  const store = aStore()
  const directory = directoryOf(store)
  await directory.find(keyText, HOME)
  directory.clear()
  const open = store.hold()
  const late = [directory.find(keyText, HOME), directory.find(createKeyText(randomBytes), HOME)]
  for (const one of late) await expect(one).rejects.toThrow(StoreAway)
  open()
})
