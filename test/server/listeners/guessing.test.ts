import { randomBytes } from 'node:crypto'
import { createKeyText } from '../../../src/server/accounts/key-text.js'
import { callOf, post, startTestGateway } from '../../support/gateway.js'
import { stopwatch } from '../../support/stopwatch.js'

test('a source that guesses too much gets the same 401 as ever; keys in memory work on', async () => {
  const gateway = await startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:1'] } },
    fixedLimits: { maxUnknownKeysPerSecond: 1 },
  })
  try {
    const ask = (key: string) => post(`${gateway.url}/main/v3/${key}`, callOf('rpc.discover'))
    const known = await gateway.addKey()
    const unseen = await gateway.addKey()
    expect((await ask(known)).status).toBe(200)
    const first = await ask(createKeyText(randomBytes))
    for (let guess = 0; guess < 130; guess++) await ask(createKeyText(randomBytes))
    const refused = await ask(createKeyText(randomBytes))
    expect([refused.status, refused.text]).toEqual([401, first.text])
    expect((await ask(known)).status).toBe(200)
    const spentMs = stopwatch()
    while ((await ask(unseen)).status !== 200) {
      if (spentMs('go on') > 2_000) throw new Error('a good key is locked out')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    await gateway.stop()
  }
})
