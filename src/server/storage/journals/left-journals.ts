import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { LeftJournal } from '../../credits/journal.js'
import { type FileLock, tryLockFile } from '../lock-file.js'
import { fileIdentity, systemIdentity } from '../real-path.js'
import { ENDING, journalPlace, removeJournal, removeSideFiles } from './journal-file.js'
import { type JournalHead, type JournalText, readJournal } from './journal-lines.js'

/** Ending of set-aside journals; further ones get a number before it. */
const ASIDE = '.set-aside'

const unreadable = (error: unknown): JournalText => ({
  head: undefined,
  lines: [],
  damage: [{ fileLine: 0, reason: `cannot be read: ${(error as Error).message}` }],
})

const read = (path: string): JournalText => {
  try {
    return readJournal(readFileSync(path, 'utf8'))
  } catch (error) {
    return unreadable(error)
  }
}

/** True if a journal is the file that its process wrote, in the same boot of the same machine. */
const isWhere = (path: string, { file, system }: JournalHead): boolean => {
  try {
    return file === fileIdentity(path) && system === systemIdentity()
  } catch {
    return false
  }
}

const asideNameOf = (path: string): string => {
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${path}${ASIDE}` : `${path}.${count}${ASIDE}`
    if (!existsSync(name)) return name
  }
}

const leftJournal = (
  folder: string,
  fileName: string,
  { head, lines, damage }: JournalText,
  lock: FileLock | undefined,
): LeftJournal => {
  const named = fileName.slice(0, -ENDING.length)
  const place = journalPlace(folder, named)
  const { path } = place
  return {
    processId: head?.process ?? named,
    path,
    lines,
    damage,
    isCopy: head?.process !== named || !isWhere(path, head),
    close: (isOver) => {
      if (isOver) removeJournal(place)
      lock?.close()
    },
    setAside: () => {
      const name = asideNameOf(path)
      renameSync(path, name)
      removeSideFiles(place)
      lock?.close()
      return name
    },
  }
}

/** All journals in `folder` as they are, without locks; for inspection while processes write. */
export const journalsIn = (folder: string): readonly Pick<LeftJournal, 'path' | 'processId' | 'damage'>[] => {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith(ENDING))
  return names.map((name) => leftJournal(folder, name, read(join(folder, name)), undefined))
}

/**
 * Journals in `folder` whose processes are gone, locked against other starting processes; and the
 * number of journals in use.
 */
export const leftJournals = (folder: string): { readonly left: readonly LeftJournal[]; readonly inUse: number } => {
  const left: LeftJournal[] = []
  let inUse = 0
  if (!existsSync(folder)) return { left, inUse }
  for (const fileName of readdirSync(folder)) {
    if (!fileName.endsWith(ENDING)) continue
    const place = journalPlace(folder, fileName.slice(0, -ENDING.length))
    const { path, lockPath } = place
    let lock: FileLock | undefined
    try {
      lock = tryLockFile(lockPath)
    } catch (error) {
      left.push(leftJournal(folder, fileName, unreadable(error), undefined))
      continue
    }
    if (lock === undefined) inUse++
    else if (existsSync(path)) left.push(leftJournal(folder, fileName, read(path), lock))
    else {
      // Another starting process has settled it.
      lock.close()
      removeSideFiles(place)
    }
  }
  return { left, inUse }
}
