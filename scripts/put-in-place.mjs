import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    : []

/**
 * Replaces the files of one folder by those of another on the same file system, while programs may
 * read them. Renames each new file over the old one, so that a reader finds either of them whole.
 * Leaves equal files alone, and removes files that the other folder lacks. Replaces `last` last.
 */
export const putInPlace = (made, target, last) => {
  const files = filesIn(made)
  const kept = new Set(files)
  const move = (file) => {
    const [from, to] = [join(made, file), join(target, file)]
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  }
  for (const file of files) if (file !== last) move(file)
  for (const file of filesIn(target)) if (!kept.has(file)) rmSync(join(target, file), { force: true })
  if (kept.has(last)) move(last)
}
