const fileSentences: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `there is no file or folder ${path}`,
  EISDIR: (path) => `${path} is a folder`,
  EEXIST: (path) => `${path} is there already`,
  ENOSPC: (path) => `there is no room left for ${path} (ENOSPC)`,
  EACCES: (path) => `${path} may not be opened by this user (EACCES)`,
}

/** By their keys in the configuration. */
const listeners: Readonly<Record<string, string>> = {
  listen: 'the public listener',
  admin: 'the private listener',
  dashboard: 'the listener for account holders',
}

type SystemError = NodeJS.ErrnoException & {
  readonly address: string
  readonly hostname: string
  readonly port: number
  readonly listener: string
}

const sentenceOf = (
  { code = '', syscall, path, address, port, hostname }: Partial<SystemError>,
  file: string | undefined,
): string | undefined => {
  if (code === 'EADDRINUSE' && port !== undefined)
    return `${address}:${port} is taken by another program (EADDRINUSE); name another port`
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine (EADDRNOTAVAIL); name another host`
  if (code === 'EACCES' && port !== undefined)
    return `this user may not listen on ${address}:${port} (EACCES); name a port above 1023`
  if (code === 'ENOTFOUND' && hostname !== undefined) return `there is no host ${hostname} (ENOTFOUND)`
  const named = path ?? file
  return syscall === undefined || named === undefined ? undefined : fileSentences[code]?.(named)
}

/**
 * The message of an error; one of the system's is a sentence that names the file or address, and
 * one of a listener names its keys in the configuration.
 *
 * `file`  for errors that name none: reading an open folder, a full disk
 */
export const messageOf = (error: unknown, file?: string): string => {
  const fault = Object(error) as Partial<SystemError>
  const { listener, path, message = String(error) } = fault
  const plain = file === undefined || path !== undefined ? message : `${file}: ${message}`
  const sentence = sentenceOf(fault, file) ?? plain
  return listener === undefined ? sentence : `${listeners[listener]} (${listener}.host, ${listener}.port): ${sentence}`
}
