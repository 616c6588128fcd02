import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { CommandError } from './command.js'
import { messageOf } from './system-error.js'

/**
 * Writes a file whole; removes what a full disk has left of it, which would block the next run or
 * be read. Errors: CommandError, which names the file.
 */
export const writeWhole = (path: string, text: string, options: { flag?: 'wx'; mode?: number } = {}): void => {
  try {
    writeFileSync(path, text, options)
  } catch (error) {
    // A file that cannot be opened is not this command's; a device or pipe stays.
    if ((error as NodeJS.ErrnoException).syscall !== 'open' && lstatSync(path).isFile()) rmSync(path)
    throw new CommandError(messageOf(error, path))
  }
}
