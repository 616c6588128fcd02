/** A word of a line for a POSIX shell, in quotes if it needs them. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** A command of Tollgate for people to copy, with the configuration file that they named. */
export const lineToCopy = (command: string, configFile: string | undefined): string =>
  `npx tollgate ${command}${configFile === undefined ? '' : ` --config ${shellWord(configFile)}`}`
