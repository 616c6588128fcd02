import { handleHttp } from '../../../src/server/listeners/http.js'
import type { ListenerDeps } from '../../../src/server/listeners/listener-deps.js'
import { networkTable } from '../../../src/server/networks/network.js'
import { expectSoon } from '../../support/expect-soon.js'

/**
 * Asks for a path of a gateway whose documents cannot be made: the reply's status, and what was
 * knows it.
 */
const ask = async (target: string) => {
  const bugs: unknown[] = []
  const replies: { status: number }[] = []
  const broken = () => Promise.reject(new Error('no document'))
  const context: Pick<ListenerDeps, 'networks' | 'contract' | 'docs'> & { observer: object } = {
    networks: networkTable([]),
    contract: broken,
    docs: broken,
    observer: { bug: (bug: unknown) => bugs.push(bug) },
  }
  const exchange = {
    head: { method: 'GET', target, host: '127.0.0.1' },
    header: () => undefined,
    reply: (head: never) => replies.push(head),
  }
  handleHttp(context as never, exchange as never)
  await expectSoon(() => replies.length, 1)
  return { status: replies[0]!.status, bugs }
}

test.each(['/openrpc.json', '/docs'])('%s that cannot be made is 500, and the reason is heard of', async (target) => {
  expect(await ask(target)).toEqual({ status: 500, bugs: [new Error('no document')] })
})
