import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A bundle that others import has a hash of its content in its name. */
const HASHED = /-[A-Z0-9]{8}\.js$/

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    : []

/**
 * Replaces the files of one folder by those of another on the same file system, while programs may
 * read them. Renames each new file over the old one, so that a reader finds either of them whole;
 * first the bundles that others import, and `last` last. Keeps equal files, and removes files that
 * the other folder lacks.
 *
 * A program that runs from the folder imports some bundles on first use. They stay for `keptMs`
 * after the build that replaced them.
 */
export const putInPlace = (made, target, last, keptMs) => {
  const files = filesIn(made).sort((one, other) => HASHED.test(other) - HASHED.test(one))
  const kept = new Set(files)
  const now = new Date()
  // All files of a build have its time. A bundle that was replaced has the time just before its
  // replacement's, so that it is not of the last build.
  const builtMs = statSync(join(target, last), { throwIfNoEntry: false })?.mtimeMs ?? 0
  // An interrupted build is done again.
  rmSync(join(target, last), { force: true })
  const move = (file) => {
    const [from, to] = [join(made, file), join(target, file)]
    if (!existsSync(to) || !readFileSync(from).equals(readFileSync(to))) {
      mkdirSync(dirname(to), { recursive: true })
      renameSync(from, to)
    }
    utimesSync(to, now, now)
  }
  const mayBeInUse = (file) => {
    if (keptMs === 0 || !HASHED.test(file)) return false
    const { mtimeMs } = statSync(join(target, file))
    const isOfLastBuild = mtimeMs >= builtMs
    if (isOfLastBuild) utimesSync(join(target, file), now, new Date(now - 1))
    return isOfLastBuild || now - mtimeMs < keptMs
  }
  for (const file of files) if (file !== last) move(file)
  for (const file of filesIn(target)) {
    if (!kept.has(file) && !mayBeInUse(file)) rmSync(join(target, file), { force: true })
  }
  if (kept.has(last)) move(last)
}
