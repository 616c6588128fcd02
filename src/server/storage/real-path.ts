import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40

/**
 * The one name of a file that may not exist yet: symbolic links to it and to its folders are
 * followed, as SQLite does for the files it keeps beside a store. A path whose folder does not
 * exist is returned as it is.
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

/**
 * What a file is, whatever it is called: its device and inode; it moves with a renamed file, and a
 * copy has another.
 */
export const fileIdentity = (path: string): string => {
  const { dev, ino } = statSync(path, { bigint: true })
  return `${dev}:${ino}`
}

/**
 * Refuses a store with several hard links: what SQLite wrote last stands in a file named after the
 * one name that was used, so that under another name the store would be an older one, and written
 * from both sides it would be damaged (sqlite.org/howtocorrupt.html, 2.4).
 */
export const refuseHardLinks = (path: string): void => {
  const { nlink } = statSync(path)
  if (nlink > 1)
    throw new Error(`the file has ${nlink} names (hard links), and SQLite needs it to have one: remove the others`)
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id'
let system: string | undefined

/**
 * Which run of which machine this is; only its name where the system does not number its runs
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
