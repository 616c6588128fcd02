const fileSentences: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `there is no file or folder ${path}`,
  EISDIR: (path) => `${path} is a folder`,
  EEXIST: (path) => `${path} is there already`,
  EACCES: (path) => `${path} may not be opened by this user (EACCES)`,
}

/**
 * The message of an error; one of the system's is a sentence that names the file or address.
 *
 * `file`  for errors that name none: reading an open folder
 */
export const messageOf = (error: unknown, file?: string): string => {
  const {
    code = '',
    syscall,
    path = file,
    address,
    hostname,
    port,
    message = String(error),
  } = Object(error) as Partial<NodeJS.ErrnoException & { address: string; hostname: string; port: number }>
  if (code === 'EADDRINUSE' && port !== undefined)
    return `${address}:${port} is taken by another program (EADDRINUSE); name another port`
  if (code === 'ENOTFOUND' && hostname !== undefined) return `there is no host ${hostname} (ENOTFOUND)`
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine (EADDRNOTAVAIL)`
  return (syscall !== undefined && path !== undefined && fileSentences[code]?.(path)) || message
}
