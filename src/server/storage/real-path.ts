import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Linux's limit on links to follow. */
const MAX_LINKS = 40

/**
 * The real name of a file that may not exist yet. Follows symbolic links as SQLite does for a
 * store's side files. A path whose folder does not exist is returned unchanged.
 */
export const realPathOf = (path: string): string => {
  let name = resolve(path)
  for (let links = 0; links < MAX_LINKS; links++) {
    if (existsSync(name)) return realpathSync.native(name)
    if (!existsSync(dirname(name))) return name
    name = join(realpathSync.native(dirname(name)), basename(name))
    const isLink = lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
    if (!isLink) return name
    name = resolve(dirname(name), readlinkSync(name))
  }
  return name
}

/** Identity of a file: its device and inode. A renamed file keeps it, a copy has another. */
export const fileIdentity = (path: string): string => {
  const { dev, ino } = statSync(path, { bigint: true })
  return `${dev}:${ino}`
}

/**
 * Refuses a store with several hard links. SQLite names the write-ahead log after the name in use:
 * under another name the store would be older, and writes through both would damage it
 * (sqlite.org/howtocorrupt.html, 2.4).
 */
export const refuseHardLinks = (path: string): void => {
  const { nlink } = statSync(path)
  if (nlink > 1)
    throw new Error(`the file has ${nlink} names (hard links), and SQLite needs it to have one: remove the others`)
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id'
let system: string | undefined

/**
 * Identity of this boot of this machine; the host's name if the system has no boot id
 * (proc_sys_kernel(5)).
 */
export const systemIdentity = (): string => {
  try {
    system ??= readFileSync(BOOT_ID, 'utf8').trim()
  } catch {
    system = hostname()
  }
  return system
}
