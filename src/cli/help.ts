import type { Command, Option } from './command.js'
import { textTable } from './text-table.js'

const indent = (text: string): string => text.replaceAll(/^/gm, '  ')

const optionName = ([name, { value }]: [string, Option]): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** What `tollgate COMMAND --help` prints. */
export const commandHelp = ({ usage, summary, options }: Command, common: Readonly<Record<string, Option>>): string => {
  const rows = Object.entries({ ...options, ...common }).map((option) => [optionName(option), option[1].description])
  return `Usage: ${usage}\n\n${summary}\n\nOptions:\n${indent(textTable(['', ''], rows).trimStart())}\n`
}

/** What `tollgate --help` prints. */
export const overallHelp = (commands: readonly Command[]): string => {
  const rows = commands.map(({ name, summary }) => [name, summary])
  return `Usage: tollgate COMMAND [OPTION…]\n\nCommands:\n${indent(textTable(['', ''], rows).trimStart())}\n\nEvery command takes --json and --help.\n`
}
