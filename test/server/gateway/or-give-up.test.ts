import { orGiveUp } from '../../../src/server/gateway/or-give-up.js'

test('what cannot be made has what was there before given up, and then its own error', async () => {
  const done: string[] = []
  const giveUp = async () => {
    await Promise.resolve()
    done.push('given up')
  }
  const fail = () => {
    throw new Error('taken')
  }
  await expect(orGiveUp(fail, giveUp).finally(() => done.push('rejected'))).rejects.toThrow('taken')
  expect(done).toEqual(['given up', 'rejected'])
})

test('what is made is handed on, and nothing is given up', async () => {
  const giveUp = () => {
    throw new Error('not to be called')
  }
  expect(await orGiveUp(async () => 'made', giveUp)).toBe('made')
})
