import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const HASHED = /-[A-Z0-9]{8}\.js$/

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    : []

/**
 * Replaces the files of one folder by those of another on the same file system, while programs may
 * read them. Renames each new file over the old one, so that a reader finds either of them whole.
 * Keeps equal files, and removes files that the other folder lacks. Replaces `last` last.
 *
 * A program that runs from the folder imports some bundles on first use, by a name with a hash of
 * their content. They stay for `keptMs` after the last build that made them.
 */
export const putInPlace = (made, target, last, keptMs) => {
  const files = filesIn(made)
  const kept = new Set(files)
  const now = new Date()
  const mayBeInUse = (file) => HASHED.test(file) && now - statSync(join(target, file)).mtimeMs < keptMs
  const move = (file) => {
    const [from, to] = [join(made, file), join(target, file)]
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return utimesSync(to, now, now)
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  }
  for (const file of files) if (file !== last) move(file)
  for (const file of filesIn(target))
    if (!kept.has(file) && !mayBeInUse(file)) rmSync(join(target, file), { force: true })
  if (kept.has(last)) move(last)
}
