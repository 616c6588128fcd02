/** Colours of groups, in their order; the last is that of all others. */
const GROUP_COLOURS = 8

export const groupColour = (index: number): string => `--group-${Math.min(index, GROUP_COLOURS - 1) + 1}`

/** One line or row of bars. */
export interface PlotSeries {
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly colour: string
}
