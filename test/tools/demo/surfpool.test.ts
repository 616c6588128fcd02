import { startSurfpool } from '../../../src/tools/demo/surfpool.js'
import { untilGone } from '../../support/processes.js'
import { started } from '../../support/started.js'

describe('a local Solana network', () => {
  const surfpool = started(() => startSurfpool())

  test('answers as solana-core does', async () => {
    expect(await surfpool.call('getVersion')).toMatchObject({ 'solana-core': expect.stringMatching(/^\d+\.\d+\.\d+/) })
    await expect(surfpool.call('getTokenAccountBalance', ['xyz'])).rejects.toThrow('-32602')
  })

  test('goes on answering after more events than its queue holds', async () => {
    const account = { lamports: 1, owner: '11111111111111111111111111111111', data: '', executable: false }
    // Undrained, the queue of 1,024 is full, and the network silent, after about 500 of these.
    for (let count = 0; count < 1_100; count += 1) {
      await surfpool.call('surfnet_setAccount', ['2ajeV81gHQR2k8qo2AmmHY3v4PcYj6hNkJuT1p8E4pxL', account])
    }
    expect(await surfpool.call('getHealth')).toBe('ok')
  })

  test('is gone after stop', async () => {
    const other = await startSurfpool()
    await other.stop()
    await untilGone(other.pid)
    await expect(other.call('getHealth')).rejects.toThrow('fetch failed')
  })
})
