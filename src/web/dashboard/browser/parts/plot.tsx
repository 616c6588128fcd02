import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { short } from '../format.js'

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** One line or row of bars. */
export interface PlotSeries {
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly colour: string
}

interface PlotProps {
  /** Describes the plot in a sentence, for screen readers. */
  readonly summary: string
  /** Seconds since 1970. */
  readonly times: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly isBars?: boolean
  readonly isUtcDays?: boolean
}

const HEIGHT = 190
/** Seconds between two labels of the time axis. */
const INCREMENTS = [1, 2, 5, 10, 30, 60, 120, 300, 3_600, 10_800, 21_600, 86_400, 172_800, 432_000, 864_000]

const part = (from: number, to: number) => (seconds: number) => new Date(seconds * 1_000).toISOString().slice(from, to)
const [day, hour, second] = [part(5, 10), part(11, 16), part(11, 19)] as const

const optionsOf = ({ series, isBars, isUtcDays }: PlotProps, width: number): uPlot.Options => {
  const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line-soft'), width: 1 }, ticks: { show: false } }
  const font = '12px system-ui, sans-serif'
  return {
    width,
    height: HEIGHT,
    legend: { show: series.length > 1 },
    cursor: { y: false, points: { show: !isBars } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales: { x: { time: true }, y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        font,
        space: 70,
        incrs: INCREMENTS,
        values: (_, all) => all.map(isUtcDays ? day : isBars ? hour : second),
      },
      { ...axis, font, size: 56, values: (_, all) => all.map(short) },
    ],
    series: [
      { value: '{YYYY}-{MM}-{DD} {HH}:{mm}' },
      ...series.map((one) => ({
        label: one.label,
        stroke: colour(one.colour),
        width: isBars ? 0 : 2,
        points: { show: false },
        value: (_: uPlot, value: number | null) => (value === null ? '–' : short(value)),
        ...(isBars && { fill: colour(one.colour), paths: uPlot.paths.bars!({ size: [0.7, 40], radius: 0.15 }) }),
      })),
    ],
  }
}

/** A plot over time; its colours are the page's. */
export const Plot = (props: PlotProps) => {
  const { summary, times, series } = props
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const data = [times, ...series.map(({ values }) => values)] as uPlot.AlignedData
  const shape = series.map(({ label }) => label).join()
  useEffect(() => {
    const element = place.current!
    const make = () => {
      plot.current?.destroy()
      plot.current = new uPlot(optionsOf(props, element.clientWidth), data, element)
    }
    make()
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    const themed = new MutationObserver(make)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      themed.disconnect()
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [shape])
  useEffect(() => plot.current?.setData(data))
  return <div class="plot" ref={place} role="img" aria-label={summary} />
}
