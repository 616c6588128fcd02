import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expectSoon } from '../../support/expect-soon.js'
import { seededRandom } from '../../support/seeded-random.js'
import { started } from '../../support/started.js'
import { anAccountFor, BACK_MS, newTally, post } from './gateways.js'
import { expectLaw, holdLock, startLane, startNetworked } from './networked.js'

/** `CAMPAIGN_SEED` repeats a campaign's faults, `CAMPAIGN_SECONDS` makes it longer. */
const SEED = Number(process.env.CAMPAIGN_SEED ?? Math.floor(Math.random() * 2 ** 31))
const LASTS_MS = Number(process.env.CAMPAIGN_SECONDS ?? 60) * 1_000
/** Some run dry in the first seconds, some in the middle of the campaign, some never. */
const CALLS_OF_ACCOUNTS = [200, 700, 1_200, 1_500, 100_000, 100_000]
const REPLICAS = 3

const random = seededRandom(SEED)
const below = (count: number) => Math.floor(random() * count)
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)]!

interface Member {
  readonly account: string
  readonly key: string
  readonly credits: number
  readonly tally: ReturnType<typeof newTally>
}

let members: Member[]
const urlOf = (index: number) => () => all.replicas[index]!.process.url

const all = started(() => startNetworked(REPLICAS))
beforeAll(async () => {
  members = []
  for (const calls of CALLS_OF_ACCOUNTS) {
    members.push({ ...(await anAccountFor(all.folder, calls)), credits: calls * 80, tally: newTally() })
  }
})
const lanes = started(() =>
  members.flatMap(({ key, tally }) => all.replicas.map((_, index) => startLane(urlOf(index), key, tally, 100))),
)

/** How long a fault lasts: below and above every time limit. */
const aWhile = () => sleep(oneOf([300, 2_000, 7_000, 12_000]))

const locked = async (statement: string) => {
  const unlock = await holdLock(all.postgres.url, statement)
  await aWhile()
  await unlock()
}

const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  'the whole server hangs': async () => {
    all.postgres.freeze()
    await aWhile()
    all.postgres.thaw()
  },
  'the table of balances is locked': () => locked('LOCK TABLE balances'),
  'the table of processes is locked': () => locked('LOCK TABLE processes'),
  'the table of usage is locked': () => locked('LOCK TABLE usage'),
  "one account's row is locked": () =>
    locked(`SELECT * FROM balances WHERE account_id = '${oneOf(members).account}' FOR UPDATE`),
  'one gateway loses its packets inside an exchange': async () => {
    const { network } = oneOf(all.replicas)
    network.forgetAfter(oneOf(['begin', 'SELECT settled_line', 'UPDATE processes', 'insert into "usage"', 'commit']))
    await sleep(500)
    network.lose()
    await aWhile()
    network.heal()
  },
  'one gateway loses its packets': async () => {
    const { network } = oneOf(all.replicas)
    network.lose()
    await aWhile()
    network.heal()
  },
  'a network forgets the connections there are': async () => {
    oneOf(all.replicas).network.forget()
  },
  'the server is killed': async () => {
    await all.postgres.kill()
    await sleep(oneOf([0, 1_000, 5_000]))
    await all.postgres.start()
  },
  'all connections are ended': async () => {
    const client = new pg.Client({ connectionString: all.postgres.url })
    await client.connect()
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
    await client.end()
  },
  'one gateway is paused': async () => {
    const { child } = oneOf(all.replicas).process
    child.kill('SIGSTOP')
    await aWhile()
    child.kill('SIGCONT')
  },
  'one gateway is killed': async () => {
    const victim = oneOf(all.replicas)
    victim.process.child.kill('SIGKILL')
    await victim.process.exited
    await victim.start()
  },
}

/**
 * Whether a gateway says that it is ready, and is. The last member's account has credits left
 * whatever happens.
 */
const isServed = async (index: number): Promise<boolean> => {
  const { status } = await fetch(`${all.replicas[index]!.process.adminUrl}/readyz`)
  if (status !== 200) return false
  const { key, tally } = members.at(-1)!
  const before = tally.answered
  await post(urlOf(index)(), key, 1, tally)
  return tally.answered > before
}

test(`three gateways keep the law while PostgreSQL hangs, is locked, cut off and killed (CAMPAIGN_SEED=${SEED})`, async () => {
  const events: string[] = []
  const endsAtMs = Date.now() + LASTS_MS
  // Each fault comes once before any comes again.
  let rest: string[] = []
  while (Date.now() < endsAtMs) {
    await sleep(500 + below(1_000))
    if (rest.length === 0) rest = Object.keys(FAULTS)
    const [name] = rest.splice(below(rest.length), 1)
    const startedMs = Date.now()
    await FAULTS[name!]!()
    const overMs = Date.now()
    events.push(`${name}, for ${overMs - startedMs} ms`)
    const back = await Promise.all(
      all.replicas.map(async (_, index) => {
        await expectSoon(() => isServed(index), true, BACK_MS)
        return Date.now() - overMs
      }),
    ).catch((error: Error) => {
      throw new Error(`not back after: ${events.join('; ')}`, { cause: error })
    })
    events.push(`back after ${back.join(', ')} ms`)
  }
  await Promise.all(lanes.map((lane) => lane.stop()))
  const tallies = members.map(({ tally }) => ({ ...tally, others: Object.fromEntries(tally.others) }))
  process.stderr.write(`${JSON.stringify({ seed: SEED, events, tallies }, undefined, 1)}\n`)
  // Everything is settled and handed back: no process is restarted for it.
  for (const { account, credits, tally } of members) {
    await expectSoon(
      async () =>
        expectLaw(all.postgres.url, account, credits, tally).then(
          () => 'kept',
          (error: Error) => error.message,
        ),
      'kept',
      BACK_MS,
    )
  }
  expect(members.reduce((sum, { tally }) => sum + tally.answered, 0)).toBeGreaterThan(1_000)
})
