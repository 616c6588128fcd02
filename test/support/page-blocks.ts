import { readFileSync } from 'node:fs'

/** The blocks of a section of a page, without their fences. */
export const blocksIn = (page: string, heading: string): string[] => {
  const section = readFileSync(page, 'utf8').split(`## ${heading}\n`)[1]!.split('\n## ')[0]!
  return [...section.matchAll(/^```\w+\n([\s\S]*?)^```/gm)].map(([, text]) => text!)
}
