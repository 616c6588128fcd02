import { request } from 'node:http'
import { isIPv6 } from 'node:net'
import { IoFirstTimer } from '../../runtime/timers.js'
import type { AdminMethodName, ParamsOf, ResultOf } from '../../server/admin/method-types.js'
import type { Config } from '../../server/config/config.js'
import { type Command, CommandError, type Text } from '../command.js'
import { readConfig } from '../configured.js'
import { adminOperation, operationCommand } from './operation-command.js'

/** A machine without a gateway refuses at once. A busy gateway answers late. */
const TIMEOUT_MS = 30_000
const OWN_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Calls the admin API of the gateway that runs with this configuration.
 *
 * Errors  CommandError: the API is off, no gateway listens, it does not answer within 30 s, the
 *         token is not the running gateway's, or it refused
 */
export const askRunningGateway = async <Name extends AdminMethodName>(
  config: Config,
  method: Name,
  params: ParamsOf<Name>,
): Promise<ResultOf<Name>> => {
  const { host, port, token } = config.admin
  if (token === undefined) {
    throw new CommandError(
      'admin.token is empty, so the gateway cannot be asked. Set it in the configuration, or set the variable that it names there (after `tollgate init`: TOLLGATE_ADMIN_TOKEN) both in this shell and in the one that starts the gateway',
    )
  }
  if (port === 0) throw new CommandError('admin.port is 0, a free port, so it is not known where the gateway listens')
  const address = OWN_ADDRESS[host] ?? host
  const place = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await post({ host: address, port, headers }, body).catch((error: { code?: string }) => {
    throw new CommandError(
      `no gateway answers at ${place} (${error.code ?? 'no answer'}); is \`tollgate serve\` running?`,
    )
  })
  if (reply === undefined) {
    throw new CommandError(
      `the gateway at ${place} did not answer within ${TIMEOUT_MS / 1_000} s; it may still do what was asked`,
    )
  }
  const { result, error } = Object(reply.value) as { result?: unknown; error?: { message?: unknown } }
  if (reply.status === 200 && result !== undefined) return result as ResultOf<Name>
  if (typeof error?.message === 'string') throw new CommandError(`the gateway at ${place} says: ${error.message}`)
  throw new CommandError(`what answers at ${place} is no Tollgate admin listener (HTTP ${reply.status})`)
}

/**
 * A command that shows the running gateway's answer to the operation of the same name. `check`
 * throws for params that the gateway would refuse, in the words of the command line.
 */
export const runningCommand = <Name extends AdminMethodName>(
  name: Name,
  resultText: (result: ResultOf<Name>) => Text,
  check?: (params: ParamsOf<Name>, config: Config) => void,
): Command =>
  operationCommand<ParamsOf<Name>>(adminOperation(name), async (params, input) => {
    const config = await readConfig(input, ['admin.token'])
    check?.(params, config)
    const result = await askRunningGateway(config, name, params)
    return { json: result, text: resultText(result) }
  })

/**
 * Posts JSON to an address of this machine or a private one; `value` is undefined if the answer is
 * not JSON. Returns undefined if the answer is not whole in time.
 */
const post = (
  to: { host: string; port: number; headers: Readonly<Record<string, string>> },
  body: string,
): Promise<{ status: number | undefined; value: unknown } | undefined> =>
  new Promise((resolve, reject) => {
    // A private agent: the environment may make the global one use a proxy, which must not see the
    // token.
    const sent = request({ ...to, path: '/api', method: 'POST', agent: false })
    const timer = new IoFirstTimer(() => {
      resolve(undefined)
      sent.destroy()
    })
    timer.set(TIMEOUT_MS)
    sent.on('close', () => timer.clear())
    sent.on('error', reject)
    sent.on('response', async (response) => {
      try {
        const parts: Buffer[] = await response.toArray()
        resolve({ status: response.statusCode, value: parsed(Buffer.concat(parts).toString()) })
      } catch (error) {
        reject(error)
      }
    })
    sent.end(body)
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
