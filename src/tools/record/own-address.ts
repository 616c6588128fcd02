import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'

const EVERY_INTERFACE = /^(0\.0\.0\.0|::)$/
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * True if a server that listens on `address` would be what answers at `target`: it would pass each
 * call on to itself, without an end.
 */
export const isOwnAddress = async (
  target: URL,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<boolean> => {
  if (Number(target.port || PORTS[target.protocol]) !== port) return false
  const own = EVERY_INTERFACE.test(host) ? localAddresses() : await addressesOf(host)
  const called = await addressesOf(target.hostname.replace(/^\[|\]$/g, ''))
  return called.some((address) => own.includes(address) || EVERY_INTERFACE.test(address))
}

/** The addresses of a host; none if it is unknown, which calls or the listener report. */
const addressesOf = async (host: string): Promise<readonly string[]> => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

const localAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
