import { randomBytes } from 'node:crypto'
import { Passkeys } from '../../../../src/server/dashboard/passkeys/passkeys.js'

const PARTY = { id: 'account.example.com', origin: 'https://account.example.com' }

test('while the store hangs, a source with a thousand waiting challenges pushes out its own, and no other', async () => {
  let answer: (key: string) => void = () => {}
  const key = new Promise<string>((resolve) => {
    answer = resolve
  })
  const store = { challengeKey: () => key } as unknown as ConstructorParameters<typeof Passkeys>[0]['store']
  const passkeys = new Passkeys({ store, nowMs: () => Date.UTC(2026, 10, 21), randomBytes, maySignIn: () => true })
  const outcome = async (source: string) => {
    const options = await passkeys.optionsToSignIn(PARTY, source)
    return options === 'throttled' ? options : typeof options.challenge
  }
  const busy = Array.from({ length: 1_500 }, () => outcome('192.0.2.1'))
  const calm = outcome('198.51.100.7')
  const first = await Promise.race(busy)
  expect(first).toBe('throttled')
  answer('the key of all processes')
  expect(await calm).toBe('string')
  const throttled = (await Promise.all(busy)).filter((one) => one === 'throttled').length
  // Of 1,501, two have their turn and a thousand wait.
  expect(throttled).toBe(1_501 - 1_002)
})
