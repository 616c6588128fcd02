/**
 * The lines of JSON in what a gateway wrote so far. Text behind the last end of a line is still
 * being written.
 */
export const logLines = (written: string): Record<string, unknown>[] =>
  written
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
